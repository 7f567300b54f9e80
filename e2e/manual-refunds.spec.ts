import { expect, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { signIn } from "./support/staff";

test("finance records a bank transfer, a second person confirms it, and no one can refund it again", async ({
  browser,
}) => {
  const payment = await createPaidPayment("500.00");
  const path = `/payments/${payment.transaction_id}?reference=${payment.merchant_transaction_id}`;
  const finance = await (await browser.newContext()).newPage();
  await signIn(finance, "finance");
  await finance.goto(path);
  await finance.getByRole("button", { name: "Record a manual refund" }).click();
  const dialog = finance.getByRole("dialog", { name: "Record a manual refund" });
  await dialog.getByLabel("Refund amount").fill("200");
  await dialog.getByRole("button", { name: /^Record .*200/ }).click();
  await expect(dialog.getByText("Choose how it was paid.")).toBeVisible();
  await dialog.getByLabel("Method").selectOption({ label: "Bank transfer" });
  await dialog.getByLabel("Reference", { exact: true }).fill(`UTR-${payment.merchant_transaction_id}`);
  await dialog.getByLabel("Note (optional)").fill("The card was closed");
  await dialog.getByRole("button", { name: /^Record .*200/ }).dblclick();
  await expect(dialog.getByText("Manual refund recorded")).toBeVisible();
  await dialog.getByRole("button", { name: "Back to the payment" }).click();
  const panel = finance.getByRole("region", { name: "Manual refunds" });
  await expect(panel.getByRole("listitem")).toHaveCount(1);
  await expect(panel.getByRole("button", { name: /^Confirm/ })).toHaveCount(0);
  await expect(panel.getByRole("button", { name: /^Withdraw/ })).toBeVisible();

  // Their list is older than the confirmation: it would ask for what is new after seconds.
  await finance.route("**/api/live/**", () => undefined);
  await finance.goto("/refunds/manual");
  const own = finance.getByRole("listitem").filter({ hasText: payment.merchant_transaction_id });
  const admin = await (await browser.newContext()).newPage();
  await signIn(admin, "admin");
  await admin.goto("/refunds/manual");
  const item = admin.getByRole("listitem").filter({ hasText: payment.merchant_transaction_id });
  await expect(item).toContainText(`UTR-${payment.merchant_transaction_id}`);
  await item.getByRole("button", { name: /^Confirm/ }).click();
  await expect(item).toHaveCount(0);
  await own.getByRole("button", { name: /^Withdraw/ }).click();
  const notice = finance.getByRole("alert").filter({ hasText: "has confirmed it meanwhile" });
  await expect(notice).toContainText(payment.merchant_transaction_id);
  await expect(own).toHaveCount(0);
  await expect(notice).toBeVisible();
  await admin.getByRole("navigation", { name: "Manual refunds" }).getByRole("link", { name: "All" }).click();
  await expect(item).toContainText("Confirmed by");

  await finance.goto(path);
  await expect(panel.getByText("Confirmed", { exact: true })).toBeVisible();
  await finance.getByRole("button", { name: "Refund", exact: true }).first().click();
  const refund = finance.getByRole("dialog");
  await expect(refund.getByText("Manual refunds")).toBeVisible();
  await refund.getByLabel("Refund amount").fill("300.01");
  await refund.getByRole("button", { name: /^Refund .*300/ }).click();
  await expect(refund.getByText(/300\.00/).first()).toBeVisible();
  await finance.keyboard.press("Escape");

  await item.getByRole("button", { name: /^Propose to void/ }).click();
  await item.getByRole("button", { name: "Propose to void", exact: true }).click();
  await expect(item.getByText("This is required.")).toBeVisible();
  await item.getByLabel("Why is it void?").fill("The transfer came back");
  await item.getByRole("button", { name: "Propose to void", exact: true }).click();
  await expect(item.getByRole("paragraph").filter({ hasText: /^Void proposed by/ })).toContainText(
    "The transfer came back",
  );
  await expect(item.getByRole("button", { name: /^Void the/ })).toHaveCount(0);
  await finance.reload();
  await expect(panel.getByText("Void to confirm", { exact: true })).toBeVisible();
  await panel.getByRole("button", { name: /^Void the manual refund of/ }).click();
  await expect(panel.getByText("Voided", { exact: true })).toBeVisible();
});
