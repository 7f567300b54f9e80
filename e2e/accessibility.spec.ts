import { expect, test } from "@playwright/test";
import { E2E } from "../server/checks/e2e-stack";
import {
  expectAccessible,
  expectCleanEverywhere,
  expectCleanOnLargeScreen,
  expectCleanState,
  expectNoSidewaysScroll,
} from "./support/accessible";
import { pasteRows } from "./support/bulk";
import {
  choose,
  createPaidPayment,
  createPayment,
  refundOutsideDashboard,
  type CreatedPayment,
} from "./support/merchant";
import { PAGES } from "./support/pages";
import {
  newPerson,
  openAccountMenu,
  openRefund,
  record,
  search,
  signIn,
  startSession,
  newSession,
} from "./support/staff";

/** Few pages per test, so that none takes long on a slow machine. */
const PAGES_A_TEST = 2;
const groups = Array.from({ length: Math.ceil(PAGES.length / PAGES_A_TEST) }, (_, index) =>
  PAGES.slice(index * PAGES_A_TEST, (index + 1) * PAGES_A_TEST),
);

for (const paths of groups) {
  test(`clean for axe and no wider than the screen, in both themes: ${paths.join(" ")}`, async ({ page }) => {
    await startSession(page, "admin");
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectCleanEverywhere(page, path);
      await expectCleanOnLargeScreen(page, path);
    }
  });

  test(`clean for axe and no wider than a phone in Hindi: ${paths.join(" ")}`, async ({ page, context }) => {
    await startSession(page, "admin");
    await context.addCookies([{ name: "locale", value: "hi", url: E2E.dashboardUrl }]);
    await page.setViewportSize({ width: 375, height: 800 });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.locator("html")).toHaveAttribute("lang", "hi");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectNoSidewaysScroll(page, path);
      await expectAccessible(page, path);
    }
  });
}

/** A long right-to-left reference, and a field of maximum length. */
function createLong(): Promise<CreatedPayment> {
  return createPayment("149900.00", {
    merchant_transaction_id: `لطلب-${"LONG-REFERENCE-".repeat(12)}${Date.now()}`,
    udf1: "x".repeat(255),
  });
}

test("the pages of those who are not signed in are clean for axe", async ({ page }) => {
  await page.goto("/login");
  await expectCleanEverywhere(page, "sign in");
  await startSession(page, "support");
  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expect(page.getByRole("navigation").first()).toBeVisible();
  await expectCleanEverywhere(page, "not found page");
});

test("the records of a reference are clean for axe, with long texts too", async ({ browser }) => {
  const open = await createLong();
  const page = await newPerson(browser, "finance");
  await search(page, "NO-SUCH-ORDER");
  await expect(page.getByText(/no payment/i).first()).toBeVisible();
  await expectCleanEverywhere(page, "not found");
  await page.goto(`/payments?reference=${encodeURIComponent(open.merchant_transaction_id)}`);
  await expect(record(page, open.transaction_id)).toBeVisible();
  await expectCleanEverywhere(page, "a record with long texts");
  await page.context().close();
});

test("the cancel dialog and a payment's own page are clean for axe, with long texts too", async ({
  browser,
}) => {
  const open = await createLong();
  const page = await newSession(browser, "finance");
  await page.goto(`/payments/${open.transaction_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectCleanEverywhere(page, "payment");
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectCleanEverywhere(page, "cancel dialog");
  await page.context().close();
});

test("the refund dialog and a refund's page are clean for axe", async ({ browser }) => {
  const paid = await createPaidPayment("77.00");
  const refund = await refundOutsideDashboard(paid.transaction_id, "7.00");
  const page = await newPerson(browser, "finance");
  await search(page, paid.merchant_transaction_id);
  const dialog = await openRefund(page, paid.transaction_id);
  await expectCleanEverywhere(page, "refund dialog");
  await dialog.getByLabel("Refund amount").fill("1,5");
  await page.keyboard.press("Enter");
  await expectCleanEverywhere(page, "refund dialog, an error at its field");
  await page.goto(`/refunds/${refund.refund_id}`);
  await expect(page.getByText("₹7.00").first()).toBeVisible();
  await expectCleanEverywhere(page, "refund status");
  await page.context().close();
});

test("the pages of a payment, its refund and a bulk run are clean for axe in Hindi", async ({
  page,
  context,
}) => {
  const paid = await createPaidPayment("77.00");
  const refund = await refundOutsideDashboard(paid.transaction_id, "7.00");
  await startSession(page, "admin");
  await pasteRows(page, "Refunds", `reference,amount\n${paid.merchant_transaction_id},1.00\nNO-SUCH,x`);
  const run = new URL(page.url()).pathname;
  await context.addCookies([{ name: "locale", value: "hi", url: E2E.dashboardUrl }]);
  for (const path of [`/payments/${paid.transaction_id}`, `/refunds/${refund.refund_id}`, run]) {
    await page.goto(path);
    await expect(page.locator("html")).toHaveAttribute("lang", "hi");
    await expectCleanState(page, `${path}, Hindi`);
    await expectCleanOnLargeScreen(page, `${path}, Hindi`);
  }
});

const SERVICE_OUTCOMES = [
  ["success", /^Test: Payment received/],
  ["failure", /^Test: Payment failed/],
  ["drop", /^Test: Payment not completed/],
] as const;

for (const [outcome, title] of SERVICE_OUTCOMES) {
  test(`the checkout after ${outcome} is clean for axe`, async ({ page }) => {
    const payment = await createPayment("77.00", {
      surl: "https://shop.example",
      furl: "https://shop.example",
    });
    await choose(payment.payment_link, outcome);
    await page.goto(payment.payment_link);
    await expect(page).toHaveTitle(title);
    await expectCleanEverywhere(page, outcome);
  });
}

test("the checkout with a long reference is clean for axe", async ({ page }) => {
  await page.goto((await createLong()).payment_link);
  await expectCleanEverywhere(page, "checkout");
});

for (const [path, title] of [
  ["/pay/none", /^This payment link is not known/],
  ["/docs", /Paydeck payment routing service/],
] as const) {
  // axe is slow on the long reference, so each width is checked in one theme only.
  for (const [colorScheme, width] of [
    ["light", 320],
    ["dark", 1280],
  ] as const) {
    test(`the service's page ${path} is clean for axe: ${colorScheme}, ${width} px`, async ({ page }) => {
      test.slow();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${E2E.routingUrl}${path}`);
      await expect(page).toHaveTitle(title);
      await expectAccessible(page, `${path}, ${colorScheme}`);
      await expectNoSidewaysScroll(page, `${path}, ${width} px`);
    });
  }
}

test("the account menu is clean for axe, on a phone in its drawer", async ({ page }) => {
  await signIn(page, "support");
  await openAccountMenu(page);
  await expectAccessible(page, "the account menu");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 375, height: 800 });
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
