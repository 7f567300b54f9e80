import { expect, test } from "@playwright/test";
import { E2E } from "../server/checks/e2e-stack";
import { expectAccessible, expectNoSidewaysScroll } from "./support/accessible";
import { choose, createPaidPayment, createPayment, refundElsewhere } from "./support/merchant";
import { openRefund, record, search, signIn } from "./support/staff";

for (const theme of ["light", "dark"] as const) {
  for (const width of [375, 1280]) {
    test(`every page is clean for axe and scrolls no way but down: ${theme}, ${width} px`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      const check = async (what: string): Promise<void> => {
        await expectAccessible(page, what);
        await expectNoSidewaysScroll(page, what);
      };
      const open = await createPayment("149900.00", {
        merchant_transaction_id: `لطلب-${"LONG-REFERENCE-".repeat(12)}${Date.now()}`,
        udf1: "x".repeat(255),
      });
      const paid = await createPaidPayment("77.00");
      const refund = await refundElsewhere(paid.transaction_id, "7.00");

      await page.goto(open.payment_link);
      await check("checkout");
      await page.goto("/login");
      await check("sign in");
      await signIn(page, "finance");
      await check("payments, nothing searched");
      await search(page, "NO-SUCH-ORDER");
      await expect(page.getByText(/no payment/i).first()).toBeVisible();
      await check("payments, not found");
      await search(page, open.merchant_transaction_id);
      await record(page, open.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
      await check("cancel dialog");
      await page.getByRole("button", { name: "Keep payment" }).click();
      await check("payments, a record with long texts");
      await search(page, paid.merchant_transaction_id);
      const dialog = await openRefund(page, paid.transaction_id);
      await check("refund dialog");
      await dialog.getByLabel("Refund amount").fill("1,5");
      await page.keyboard.press("Enter");
      await check("refund dialog, an error at its field");
      await page.goto(`/refunds/${refund.refund_id}`);
      await expect(page.getByText("₹7.00")).toBeVisible();
      await check("refund status");
      await page.goto("/refunds");
      await check("refunds");
      await page.goto("/no-such-page");
      await check("not found page");
      await context.close();
    });
  }
}

// The reference is long, and axe takes its time with it: each width in one theme.
for (const [theme, width] of [
  ["light", 320],
  ["dark", 1280],
] as const) {
  test(`the service's own pages are clean for axe and scroll no way but down: ${theme}, ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    const check = async (address: string, title: RegExp): Promise<void> => {
      await page.goto(address);
      await expect(page).toHaveTitle(title);
      await expectAccessible(page, address);
      await expectNoSidewaysScroll(page, address);
    };
    for (const [outcome, title] of [
      ["success", /^Payment received/],
      ["failure", /^Payment failed/],
      ["drop", /^Payment not completed/],
    ] as const) {
      const payment = await createPayment("77.00", {
        surl: "https://shop.example",
        furl: "https://shop.example",
      });
      await choose(payment.payment_link, outcome);
      await check(payment.payment_link, title);
    }
    await check(`${E2E.routingUrl}/pay/none`, /^This payment link is not known/);
    await check(`${E2E.routingUrl}/docs`, /Paydeck payment routing service/);
    await context.close();
  });
}

test("the theme switch overrules the system and is kept, without a flash of the other", async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  await signIn(page, "support");
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await page
    .getByRole("radio", { name: /dark/i })
    .or(page.getByRole("button", { name: /dark/i }))
    .first()
    .click({ force: true });
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  const response = await page.reload();
  expect(await response?.text()).toMatch(/<html[^>]*data-theme="dark"/);
  expect(await ground()).toBe(dark);
  await context.close();
});
