import { expect, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { createPaidPayment, createPayment } from "./support/merchant";
import {
  atGateway,
  chargeLess,
  expectDone,
  openFinding,
  openForm,
  runToday,
  start,
} from "./support/reconciliation";
import { newPerson, signIn } from "./support/staff";

test("a charge that was never reported is found by a run from the page, and repaired with one button", async ({
  page,
}) => {
  const payment = await createPayment("500.00");
  await atGateway(
    `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
     select gateway_checkout_id, 'simpay_lost_' || id, amount_paise, currency, 'SUCCESS', now()
     from payments where id = $1`,
    [payment.transaction_id],
  );
  await signIn(page, "finance");
  await runToday(page);
  await expectCleanState(page, "a reconciliation run");
  await openFinding(page, "Ended at the gateway, open here", payment.merchant_transaction_id);
  await expectCleanState(page, "a finding that can be repaired");
  await page.getByRole("button", { name: "Repair", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Repair this payment?" });
  await dialog.getByRole("button", { name: "Repair", exact: true }).dblclick();
  await expect(page.getByText("This record agrees with its gateway again.")).toBeVisible();
  await page.getByRole("link", { name: payment.merchant_transaction_id }).click();
  await expect(page.getByText("SUCCESS").first()).toBeAttached();
});

test("amounts that differ are settled by evidence and a second person, and stay settled", async ({
  page,
  browser,
}) => {
  const payment = await createPaidPayment("500.00");
  await chargeLess(payment.transaction_id);
  await signIn(page, "finance");
  await runToday(page);
  const run = page.url();
  await openFinding(page, "Amounts differ", payment.merchant_transaction_id);
  await expect(page.getByRole("region", { name: "Here" })).toContainText("₹500.00");
  await expect(page.getByRole("region", { name: "At simulator" })).toContainText("₹400.00");
  await page.getByRole("button", { name: "Save for confirmation" }).click();
  await expect(page.getByText("Enter a text.")).toHaveCount(2);
  await page.getByLabel("Evidence").fill("The settlement report lists 400.00 after a correction.");
  await page.getByLabel("Gateway’s reference").fill("SR-318");
  await page.getByRole("button", { name: "Save for confirmation" }).click();
  await expect(page.getByText("Somebody else has to confirm what you wrote.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm and settle" })).toHaveCount(0);
  const address = page.url();

  const admin = await newPerson(browser, "admin");
  await admin.goto(address);
  await admin.getByRole("button", { name: "Confirm and settle" }).click();
  await expect(admin.getByText("Settled", { exact: true })).toBeVisible();
  await admin.context().close();

  // Run again from the page of a run, whose days the form has.
  await page.goto(run);
  const dialog = await openForm(page);
  const today = new Date().toISOString().slice(0, 10);
  await expect(dialog.getByLabel("First day (UTC)")).toHaveValue(today);
  await expect(dialog.getByLabel("Last day (UTC)")).toHaveValue(today);
  await start(page, dialog);
  await expectDone(page);
  await expect(page.getByRole("row").filter({ hasText: payment.merchant_transaction_id })).toContainText(
    "Settled",
  );
});
