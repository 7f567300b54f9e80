import { expect, test, type Browser, type Page } from "@playwright/test";
import { ABOVE_THRESHOLD, requestApproval } from "./support/approval";
import { pasteRows } from "./support/bulk";
import { Staff } from "./support/direct";
import { createPaidPayment, refundOutsideDashboard } from "./support/merchant";
import { chargeLess, openFinding, runToday } from "./support/reconciliation";
import { BUDGET_BYTES, scriptBytes } from "./support/script-bytes";
import { newSession, startSession } from "./support/staff";

/** Budgets of pages of one record: their sizes and up to 2 kB, so that none grows unnoticed. */
const RECORD_BUDGETS: Record<string, number> = {
  refund: 195_800,
  request: 178_900,
  approval: 197_300,
  run: 194_800,
  customer: 185_800,
  comparison: 177_800,
  finding: 179_800,
};

/** A page of each kind that has an id, as finance opens them: the budget of one without a record would say little. */
async function pagesOfRecords(browser: Browser, finance: Page): Promise<Record<string, string>> {
  const payment = await createPaidPayment("500.00");
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "7.00");
  const pathOf = (page: Page): string => new URL(page.url()).pathname;

  const support = await newSession(browser, "support");
  await support.goto(`/payments/${payment.transaction_id}`);
  await support.getByRole("button", { name: "Request a refund" }).click();
  const dialog = support.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("2");
  await dialog.getByRole("button", { name: "Request ₹2.00" }).click();
  await dialog.getByRole("link", { name: "View request" }).click();
  await expect(support).toHaveURL(/\/requests\/[0-9a-f-]{36}$/);
  const request = pathOf(support);
  await support.context().close();

  await startSession(finance, "finance");
  await pasteRows(finance, "Refunds", `reference,amount\n${payment.merchant_transaction_id},1.00\nNO-SUCH,x`);
  const run = pathOf(finance);
  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "All payments of this customer" }).click();
  await expect(finance.getByRole("heading", { level: 1, name: "Customer" })).toBeVisible();
  const customer = pathOf(finance);
  await chargeLess(payment.transaction_id);
  await runToday(finance);
  const comparison = pathOf(finance);
  await openFinding(finance, "Amounts differ", payment.merchant_transaction_id);
  const finding = pathOf(finance);
  const large = await createPaidPayment(ABOVE_THRESHOLD);
  const approval = await requestApproval(finance, {
    transactionId: large.transaction_id,
    reference: large.merchant_transaction_id,
  });
  return { refund: `/refunds/${refundId}`, request, approval, run, customer, comparison, finding };
}

test("no page of one record sends more JavaScript than its budget", async ({ browser, page: finance }) => {
  const pages = await pagesOfRecords(browser, finance);
  const staff = new Staff();
  const { role } = await staff.ofComposed(["view_payments"]);
  const [ofFinance, ofAdmin] = [await staff.as("finance"), await staff.as("admin")];
  await staff.db.end();
  // Finance does not compose roles.
  for (const [cookie, name, path] of [
    ...Object.entries(pages).map(([page, path]) => [ofFinance, page, path] as const),
    [ofAdmin, "role", `/people/roles/${role !== null && typeof role === "object" ? role.id : ""}`],
    [ofAdmin, "unsubscribe", "/unsubscribe/none"],
  ] as const)
    expect
      .soft(await scriptBytes(path, cookie), `${name} in bytes`)
      .toBeLessThanOrEqual(RECORD_BUDGETS[name] ?? BUDGET_BYTES);
});
