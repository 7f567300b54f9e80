import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, type ConsoleMessage, expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { createVault } from "../server/dashboard/auth/vault";
import { unsubscribeToken } from "../server/dashboard/notifications/email/unsubscribe-token";
import { expectAccessible, expectCleanState, expectNoSidewaysScroll, LANGUAGE } from "./support/accessible";
import { opsClient } from "./support/altered-wire";
import { pasteRows } from "./support/bulk";
import { dashboardAt, Staff } from "./support/direct";
import {
  choose,
  createPaidPayment,
  createPayment,
  refundOutsideDashboard,
  type CreatedPayment,
} from "./support/merchant";
import { PAGES } from "./support/pages";
import { openAccountMenu, signIn, startSession } from "./support/staff";

test.beforeEach(({ context }) => prepare(context));

function prepare(context: BrowserContext): Promise<void> {
  return context.addCookies([{ name: "locale", value: LANGUAGE, url: E2E.dashboardUrl }]);
}

/** Opens a page, which reports no error and is clean in both themes. Returns its HTML. */
async function look(page: Page, path: string, status = 200): Promise<string> {
  const faults: string[] = [];
  const onError = ({ message }: Error): unknown => faults.push(message);
  const onMessage = (message: ConsoleMessage): void => {
    const isOfStatus = status !== 200 && message.text().includes(String(status));
    if (message.type() === "error" && !isOfStatus) faults.push(message.text());
  };
  page.on("pageerror", onError).on("console", onMessage);
  const response = await page.goto(path);
  expect(response?.status(), path).toBe(status);
  await expect(page.locator("html")).toHaveAttribute("lang", LANGUAGE);
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
    await startSession(page, "admin");
  });
  test.afterAll(() => page.context().close());

  for (const path of [...PAGES, ...INNER]) {
    test(`${path} reports no error, waits for no script that its document does not name, is clean for axe and no wider than the screen`, async () => {
      const html = await look(page, path);
      expect(await scriptsAskedForLate(page, html)).toEqual([]);
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
  expect(await scriptsAskedForLate(page, await look(page, "/login"))).toEqual([]);
  for (const path of ["/status", "/invitation/none", "/unsubscribe/none"]) await look(page, path);
  await startSession(page, "support");
  await look(page, "/no-such-page", 404);
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
  await startSession(page, "admin");
  for (const path of [
    `/payments?reference=${encodeURIComponent(open.merchant_transaction_id)}`,
    "/payments?reference=NO-SUCH-ORDER",
    `/payments/${open.transaction_id}`,
    `/payments/${paid.transaction_id}`,
    `/refunds/${refund.refund_id}`,
  ])
    expect(await scriptsAskedForLate(page, await look(page, path)), path).toEqual([]);
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

test("the checkout is clean for axe: with a long reference, and after each outcome", async ({ page }) => {
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
});

test("the service's own pages are clean for axe", async ({ page }) => {
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

test("the account menu of a phone's drawer is clean for axe", async ({ page }) => {
  test.skip(LANGUAGE !== "en", "finds its buttons by their English names");
  await page.setViewportSize({ width: 375, height: 800 });
  await signIn(page, "support");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await openAccountMenu(page);
  await expect(page.getByRole("button", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "the account menu, 375 px");
});

test("the theme switch overrules the system and is kept, without a flash of the other", async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  await signIn(page, "support");
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await openAccountMenu(page);
  await page.getByRole("radio", { name: "Dark" }).click({ force: true });
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  const response = await page.reload();
  expect(await response?.text()).toMatch(/<html[^>]*data-theme="dark"/);
  expect(await ground()).toBe(dark);
  await context.close();
});
