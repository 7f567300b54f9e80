import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, type ConsoleMessage, expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { createVault } from "../server/dashboard/auth/vault";
import { unsubscribeToken } from "../server/dashboard/notifications/email/unsubscribe-token";
import { expectCleanState, expectNoSidewaysScroll, LANGUAGE } from "./support/accessible";
import { opsClient } from "./support/altered-wire";
import { pasteRows } from "./support/bulk";
import { dashboardAt, Staff } from "./support/direct";
import {
  choose,
  createPaidPayment,
  createPayment,
  refundEnded,
  refundOutsideDashboard,
  type CreatedPayment,
} from "./support/merchant";
import { PAGES } from "./support/pages";
import { signIn, startSession } from "./support/staff";
import { expectTouchTargets } from "./support/touch-targets";

test.beforeEach(({ context }) => prepare(context));

function prepare(context: BrowserContext): Promise<void> {
  return context.addCookies([{ name: "locale", value: LANGUAGE, url: E2E.dashboardUrl }]);
}

type Expected = {
  status?: number;
  /** What is looked at before axe. */
  before?: () => Promise<void>;
};

/** Opens a page, which reports no error and is clean in both themes. Returns its HTML. */
async function look(page: Page, path: string, { status = 200, before }: Expected = {}): Promise<string> {
  const faults: string[] = [];
  const onError = ({ message }: Error): unknown => faults.push(message);
  const onMessage = (message: ConsoleMessage): void => {
    const isOfStatus = status !== 200 && message.text().includes(String(status));
    if (message.type() === "error" && !isOfStatus) faults.push(message.text());
  };
  page.on("pageerror", onError).on("console", onMessage);
  const response = await page.goto(path, { waitUntil: before === undefined ? "load" : "networkidle" });
  expect(response?.status(), path).toBe(status);
  await expect(page.locator("html")).toHaveAttribute("lang", LANGUAGE);
  await before?.();
  await expectCleanState(page, path);
  page.off("pageerror", onError).off("console", onMessage);
  expect(faults, path).toEqual([]);
  return (await response?.text()) ?? "";
}

/** Scripts fetched before hydration that are not in the page's HTML: each is an extra round trip. */
async function scriptsAskedForLate(page: Page, html: string): Promise<string[]> {
  const tags = new Set([...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)].map(([, address]) => address));
  expect(tags.size).toBeGreaterThan(3);
  const asked = await page.evaluate(async () => {
    const hydratedAt = await new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const [mark] = list.getEntriesByName("hydrated");
        if (mark !== undefined) resolve(mark.startTime);
      }).observe({ type: "mark", buffered: true });
    });
    return performance
      .getEntriesByType("resource")
      .filter(({ name, startTime }) => name.endsWith(".js") && startTime < hydratedAt)
      .map(({ name }) => new URL(name).pathname);
  });
  expect(asked.length).toBeGreaterThan(3);
  return asked.filter((address) => !tags.has(address));
}

/** What moved since it was painted, as browsers measure it, until the page is stable; a ticking line counts less. */
function shiftsOf(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const shifts: LayoutShift[] = [];
        new PerformanceObserver((list) => shifts.push(...(list.getEntries() as LayoutShift[]))).observe({
          type: "layout-shift",
          buffered: true,
        });
        const tell = ({
          node,
          previousRect: from,
          currentRect: to,
        }: LayoutShift["sources"][number]): string =>
          `${node?.outerHTML?.slice(0, 200) ?? "?"} from ${from.x},${from.y} to ${to.x},${to.y}`;
        setTimeout(
          () =>
            resolve(shifts.filter(({ value }) => value > 0.0004).flatMap(({ sources }) => sources.map(tell))),
          300,
        );
      }),
  );
}

/** TypeScript's library has no type of it. */
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: {
    node: { outerHTML?: string } | null;
    previousRect: DOMRectReadOnly;
    currentRect: DOMRectReadOnly;
  }[];
};

/** On a narrow phone, every control can be hit by a finger. */
async function expectFingersHit(page: Page, path: string): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  await finger.send("Emulation.setTouchEmulationEnabled", { enabled: true, maxTouchPoints: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await expectTouchTargets(page, path);
  await finger.send("Emulation.setTouchEmulationEnabled", { enabled: false });
  await finger.detach();
  await page.evaluate(() => scrollTo(0, 0));
}

/** Few pages per test, so that none takes long on a slow machine. */
const PAGES_A_TEST = 10;

/** Pages that no navigation leads to. */
const INNER = [
  "/people/invite",
  "/refunds?view=failed",
  "/refunds/requests/none",
  "/rules/experiments",
  "/rules/versions",
  "/rules/versions/1",
  "/webhooks/deliveries",
];

test.describe("as an admin", () => {
  /** One for all of them: the browser has the scripts of the page before. */
  let page: Page;
  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage();
    await prepare(page.context());
    // Lists have rows, whose links are below one another.
    await choose((await createPayment("61.00")).payment_link, "failure");
    const { transaction_id: refunded } = await createPaidPayment("62.00");
    const { refund_id: refundId } = await refundOutsideDashboard(refunded, "20.00");
    // A list that is open shows its end at once, and the columns move with it.
    await refundEnded(refundId);
    // With the fonts and the scripts that all pages share.
    await signIn(page, "admin");
  });
  test.afterAll(() => page.context().close());

  const all = [...PAGES, ...INNER];
  for (let first = 0; first < all.length; first += PAGES_A_TEST) {
    const paths = all.slice(first, first + PAGES_A_TEST);
    test(`each reports no error, moves nothing that was painted, waits for no script that its document does not name, is hit by fingers, clean for axe and no wider than the screen: ${paths.join(" ")}`, async () => {
      test.setTimeout(400_000);
      for (const path of paths) {
        const before = async (): Promise<void> => {
          expect(await shiftsOf(page), path).toEqual([]);
          await expectFingersHit(page, path);
        };
        const html = await look(page, path, PAGES.some((one) => one === path) ? { before } : {});
        expect(await scriptsAskedForLate(page, html), path).toEqual([]);
      }
    });
  }
});

test("a person, their page to stop e-mails, an endpoint of a webhook and a delivery to it report no error and are clean for axe", async ({
  page,
}) => {
  const staff = new Staff();
  const { userId } = await staff.newcomer("support");
  await staff.db.end();
  const shop = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const { port } = shop.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/${"long/".repeat(30)}`;
  const created = await opsClient.ops("webhooks.create", { url });
  if (created.kind !== "answered") throw new Error(created.kind);
  const { endpoint_id: endpointId } = created.value;
  try {
    const sent = await opsClient.ops("webhooks.test", { endpoint_id: endpointId });
    if (sent.kind !== "answered") throw new Error(sent.kind);
    await startSession(page, "admin");
    await look(page, `/people/${userId}`);
    const { secret = "" } = dashboardAt(E2E.dashboardUrl) ?? {};
    await look(page, `/unsubscribe/${unsubscribeToken(createVault(secret), userId)}`);
    await expect(page.getByRole("main").locator("form button")).toBeVisible();
    await look(page, `/webhooks/${endpointId}`);
    await look(page, `/webhooks/deliveries/${sent.value.delivery_id}`);
  } finally {
    await opsClient.ops("webhooks.delete", { endpoint_id: endpointId });
    shop.close();
    shop.closeAllConnections();
  }
});

test("the pages of those who are not signed in, and of nowhere, are clean for axe", async ({ page }) => {
  expect(
    await scriptsAskedForLate(
      page,
      await look(page, "/login", { before: () => expectFingersHit(page, "/login") }),
    ),
  ).toEqual([]);
  await look(page, "/status", { before: () => expectFingersHit(page, "/status") });
  for (const path of ["/invitation/none", "/unsubscribe/none"]) await look(page, path);
  await startSession(page, "support");
  await look(page, "/no-such-page", { status: 404 });
  await expect(page.getByRole("navigation").first()).toBeVisible();
});

/** A long right-to-left reference, and a field of maximum length. */
function createLong(): Promise<CreatedPayment> {
  return createPayment("149900.00", {
    merchant_transaction_id: `لطلب-${"LONG-REFERENCE-".repeat(12)}${Date.now()}`,
    udf1: "x".repeat(255),
  });
}

test("a payment, its refund, a bulk run and a search are clean for axe, with long texts too", async ({
  page,
}) => {
  const open = await createLong();
  const paid = await createPaidPayment("77.00");
  const refund = await refundOutsideDashboard(paid.transaction_id, "7.00");
  await refundEnded(refund.refund_id);
  await startSession(page, "admin");
  for (const path of [
    `/payments?reference=${encodeURIComponent(open.merchant_transaction_id)}`,
    "/payments?reference=NO-SUCH-ORDER",
    `/payments/${open.transaction_id}`,
    `/payments/${paid.transaction_id}`,
    `/refunds/${refund.refund_id}`,
  ]) {
    const html = await look(
      page,
      path,
      path.endsWith(paid.transaction_id)
        ? { before: async () => expect(await shiftsOf(page), path).toEqual([]) }
        : {},
    );
    expect(await scriptsAskedForLate(page, html), path).toEqual([]);
  }
  // On a page with nothing to press below the search, which would be half covered.
  await page.goto("/payments?reference=NO-SUCH-ORDER");
  const search = page.getByRole("search");
  await search.getByRole("textbox").fill(paid.merchant_transaction_id);
  await expect(search.getByRole("listitem").first()).toBeVisible();
  await expectCleanState(page, "what is found while one types");
  if (LANGUAGE !== "en") return;
  await pasteRows(page, "Refunds", `reference,amount\n${paid.merchant_transaction_id},1.00\nNO-SUCH,x`);
  await expectCleanState(page, "a bulk run");
});

test("the checkout, with a long reference and after each outcome, and the service's own pages are clean for axe", async ({
  page,
}) => {
  await page.goto((await createLong()).payment_link);
  await expectCleanState(page, "checkout");
  for (const [outcome, title] of [
    ["success", /^Test: Payment received/],
    ["failure", /^Test: Payment failed/],
    ["drop", /^Test: Payment not completed/],
  ] as const) {
    const payment = await createPayment("77.00", {
      surl: "https://shop.example",
      furl: "https://shop.example",
    });
    await choose(payment.payment_link, outcome);
    await page.goto(payment.payment_link);
    await expect(page).toHaveTitle(title);
    await expectCleanState(page, outcome);
  }
  for (const [path, title] of [
    ["/pay/none", /^This payment link is not known/],
    ["/docs", /Paydeck payment routing service/],
  ] as const) {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${E2E.routingUrl}${path}`);
    await expect(page).toHaveTitle(title);
    await expectNoSidewaysScroll(page, path);
    // One template shows every operation, and axe would take half a minute for all of them.
    await page.evaluate(() =>
      document.querySelectorAll("article:nth-of-type(n + 3)").forEach((operation) => operation.remove()),
    );
    await expectCleanState(page, path);
  }
});
