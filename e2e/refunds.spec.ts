import { expect, test, type Page } from "@playwright/test";
import { createPaidPayment, refundOutsideDashboard } from "./support/merchant";
import { openPalette } from "./support/palette";
import { openRefund, search, newSession } from "./support/staff";

/** Refunds through the dialog and stays on the refund's page. */
async function refund(
  page: Page,
  payment: { merchant_transaction_id: string; transaction_id: string },
  amount: string,
) {
  await page.goto("/payments");
  await search(page, payment.merchant_transaction_id);
  const dialog = await openRefund(page, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill(amount);
  await dialog.getByRole("button", { name: `Refund ₹${amount}` }).click();
  await expect(page).toHaveURL(/\/refunds\/RFD/);
}

async function filter(page: Page, text: string): Promise<void> {
  await page.goto(`/refunds?q=${encodeURIComponent(text)}`);
  await expect(page.getByRole("link", { name: `Remove filter Reference or id ${text}` })).toBeVisible();
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("a refund made outside the dashboard is listed apart, and followed by its id to its end", async ({
  browser,
}) => {
  const payment = await createPaidPayment("31.00");
  const elsewhere = await refundOutsideDashboard(payment.transaction_id, "11.00");
  const support = await newSession(browser, "support");
  await support.goto("/refunds");
  await openPalette(support);
  await support.keyboard.type(elsewhere.refund_id);
  await support.keyboard.press("Enter");
  await expect(support).toHaveURL(new RegExp(elsewhere.refund_id));
  await expect(support.getByText("Outside Paydeck")).toBeVisible();
  await expect(support.getByRole("main").getByRole("status").first()).toContainText("SUCCESS", {
    timeout: 60_000,
  });

  await support.goto("/refunds");
  await support.getByRole("link", { name: "Outside Paydeck" }).click();
  await expect(row(support, elsewhere.refund_id)).toContainText("SUCCESS");
  await filter(support, payment.merchant_transaction_id);
  await expect(support.getByText("No matching refunds")).toBeVisible();
  await support.context().close();
});

test("a refund that failed is among the failed ones, from where it is refunded again", async ({
  browser,
}) => {
  const payment = await createPaidPayment("25.00");
  const finance = await newSession(browser, "finance");
  await refund(finance, payment, "10.91");
  await expect(finance.getByRole("main").getByRole("status").first()).toContainText("FAILURE", {
    timeout: 60_000,
  });
  await finance.goto(`/refunds?view=failed&q=${payment.merchant_transaction_id}`);
  const failed = row(finance, payment.merchant_transaction_id);
  await expect(failed).toContainText("FAILURE");
  await failed.getByRole("link", { name: "Refund again" }).click();
  const dialog = finance.getByRole("dialog");
  await expect(dialog.getByLabel("Refund amount")).toHaveValue("10.91");
  await expect(dialog.getByRole("button", { name: "Refund ₹10.91" })).toBeVisible();
  await dialog.getByLabel("Refund amount").fill("10.00");
  await dialog.getByRole("button", { name: "Refund ₹10.00" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await finance.context().close();
});

test("“Refund again” fills in amount and reason, from the refund and from its payment; only for those who may refund", async ({
  browser,
}) => {
  const payment = await createPaidPayment("25.00");
  const finance = await newSession(browser, "finance");
  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = finance.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("20.91");
  await dialog.getByLabel("Reason").selectOption("Goods returned");
  await dialog.getByLabel("Note").fill("Box 4");
  await dialog.getByRole("button", { name: "Refund ₹20.91" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  const failed = finance.url();
  await expect(finance.getByText("Refund failed at the gateway")).toBeVisible({ timeout: 60_000 });

  const support = await newSession(browser, "support");
  for (const address of [failed, `/payments/${payment.transaction_id}`]) {
    await support.goto(address);
    await expect(support.getByText("FAILURE").first()).toBeVisible();
    await expect(support.getByText("Refund again")).toHaveCount(0);
  }
  await support.context().close();

  const isFilledIn = async () => {
    await expect(dialog.getByLabel("Refund amount")).toHaveValue("20.91");
    await expect(dialog.getByLabel("Reason")).toHaveValue("goods_returned");
    await expect(dialog.getByLabel("Note")).toHaveValue("Box 4");
  };
  await finance.getByRole("link", { name: "Refund again" }).click();
  await isFilledIn();

  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "Refund again: ₹20.91" }).click();
  await isFilledIn();
  await dialog.getByLabel("Refund amount").fill("20.00");
  await dialog.getByRole("button", { name: "Refund ₹20.00" }).dblclick();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  expect(finance.url()).not.toBe(failed);

  // Less is left now than had failed: said at once.
  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "Refund again: ₹20.91" }).click();
  await expect(dialog.getByLabel("Refund amount")).toHaveAccessibleDescription("You can refund up to ₹5.00.");
  await finance.context().close();
});

test("“check now” asks at once, and what is known stays on the page", async ({ browser }) => {
  const payment = await createPaidPayment("45.92");
  const finance = await newSession(browser, "finance");
  await refund(finance, payment, "45.92");
  const status = finance.getByRole("main").getByRole("status").first();
  await expect(status).toContainText("PROCESSING");
  const asked = finance.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/api/refunds/"),
  );
  await finance.getByRole("button", { name: "Check now" }).click();
  expect((await (await asked).response())?.status()).toBe(200);
  await expect(status).toContainText("PROCESSING");
  await finance.context().close();
});
