import { expect, test, type Locator, type Page } from "@playwright/test";
import { choose, createPayment, transactionStatus, type CreatedPayment } from "./support/merchant";
import { startSession, newSession } from "./support/staff";

/** Some stuck payments, and the address of a list that starts with them: other tests leave initiated payments, too. */
async function waiting(count: number): Promise<{ payments: CreatedPayment[]; address: string }> {
  const payments: CreatedPayment[] = [];
  for (let index = 0; index < count; index += 1)
    payments.push(await createPayment(`${String(21 + index)}.00`));
  const [first] = await transactionStatus(payments[0]?.merchant_transaction_id ?? "");
  const after = encodeURIComponent(new Date(first?.transaction_date_time ?? "").toISOString());
  return { payments, address: `/stuck?minutes=0&after=${after}` };
}

function row(page: Page, payment: CreatedPayment | undefined): Locator {
  return page.getByRole("row").filter({ hasText: payment?.merchant_transaction_id ?? "?" });
}

async function status(payment: CreatedPayment | undefined): Promise<string | undefined> {
  return (await transactionStatus(payment?.merchant_transaction_id ?? ""))[0]?.transaction_status;
}

test("many are cancelled by a run that everybody sees, also one that was paid meanwhile", async ({
  browser,
}) => {
  const { payments, address } = await waiting(6);
  const ops = await newSession(browser, "ops");
  await ops.goto(address);
  // Under "Unpaid for" is a duration, not "8 h ago".
  const unpaidFor = ops.getByRole("table").getByRole("cell", { name: /^\d+ (s|min)$/ });
  await expect(unpaidFor.first()).toBeVisible();
  for (const payment of payments) {
    await ops.getByRole("checkbox", { name: `Select ${payment.merchant_transaction_id}` }).check();
  }
  await ops.getByRole("button", { name: "Cancel 6 payments" }).click();
  const dialog = ops.getByRole("alertdialog", { name: "Cancel 6 payments?" });
  await expect(dialog).toContainText("₹141.00");
  await expect(dialog.getByRole("button", { name: "Keep payments" })).toBeFocused();
  const paid = payments[4];
  await choose(paid?.payment_link ?? "", "success");
  await dialog.getByRole("button", { name: "Cancel 6 payments" }).click();
  await expect(ops.getByRole("heading", { level: 1, name: "Cancel 6 payments" })).toBeFocused();
  await expect(ops.getByText("6 of 6 rows completed.")).toBeVisible();
  await expect(row(ops, paid)).toContainText("Payment status: Paid.");
  await expect(row(ops, payments[0])).toContainText("Cancelled");
  expect(await status(paid)).toBe("SUCCESS");
  for (const payment of payments.filter((one) => one !== paid))
    expect(await status(payment)).toBe("CANCELLED");

  const support = await newSession(browser, "support");
  await support.goto(ops.url());
  await expect(row(support, payments[0])).toContainText("Cancelled");
  await support.context().close();

  await ops.goto(address);
  await expect(row(ops, payments[0])).toHaveCount(0);
  await ops.context().close();
});

test("a run whose answer is lost is sent again under its id, and is started once", async ({ page }) => {
  const { payments, address } = await waiting(1);
  await startSession(page, "ops");
  await page.goto(address);
  await page.route("**/stuck?*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await row(page, payments[0]).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Cancel 1 payment" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Cancel 1 payment" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Try again: it starts only once.");
  await page.unroute("**/stuck?*");
  await dialog.getByRole("button", { name: "Cancel 1 payment" }).click();
  await expect(page.getByText("1 of 1 rows completed.")).toBeVisible();
  await expect(row(page, payments[0])).toContainText("Cancelled");
});
