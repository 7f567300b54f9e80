import { expect, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { newSession } from "./support/staff";

test("“Refund again” fills in amount and reason, from the refund, the list and the payment; only for those who may refund", async ({
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

  // From the list of those that failed, too.
  await finance.goto(`/refunds?view=failed&q=${payment.merchant_transaction_id}`);
  const row = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
  await expect(row).toContainText("FAILURE");
  await row.getByRole("link", { name: "Refund again" }).click();
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
