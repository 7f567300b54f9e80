import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import exceljs from "exceljs";
import { createPaidPayment, createPayment, choose, type CreatedPayment } from "./support/merchant";
import { newPerson, openRefund, search, startSession } from "./support/staff";
import { withUnknownRefund } from "./support/unknown-refund";

async function refund(page: Page, payment: CreatedPayment, amount: string): Promise<string> {
  await page.goto("/payments");
  await search(page, payment.merchant_transaction_id);
  const dialog = await openRefund(page, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill(amount);
  await dialog.getByRole("button", { name: `Refund ₹${amount}` }).click();
  await expect(page).toHaveURL(/\/refunds\/RFD\d+$/);
  return page.url().split("/").at(-1) ?? "";
}

const bar = (page: Page): Locator => page.getByRole("region", { name: "Selected refunds" });
const box = (page: Page, name: string): Locator =>
  page.getByRole("checkbox", { name: new RegExp(`^Select .*${name}`) });
const all = (page: Page): Locator => page.getByRole("checkbox", { name: "Select all on this page" });

async function exported(page: Page, format: "CSV" | "XLSX"): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    bar(page)
      .getByRole("button", { name: `Export selection as ${format}` })
      .click(),
  ]);
  return readFile(await file.path());
}

const idsIn = (csv: Buffer): (string | undefined)[] =>
  parse<Record<string, string>>(csv, { bom: true, columns: true }).map((row) => row.refund_id);

test("finance exports exactly the refunds that are selected, also after newer ones are shown", async ({
  page,
  browser,
}) => {
  const payment = await createPayment("90.00", {
    merchant_transaction_id: `selr-${randomUUID().slice(0, 8)}`,
  });
  await choose(payment.payment_link, "success");
  await startSession(page, "finance");
  const first = await refund(page, payment, "12.50");
  const second = await refund(page, payment, "7.50");
  // The simulator keeps it in progress for half a minute.
  const third = await refund(page, payment, "5.92");
  const list = `/refunds?q=${payment.merchant_transaction_id}`;
  await page.goto(list);
  await expect(bar(page)).toBeHidden();
  await box(page, first).focus();
  await page.keyboard.press("Space");
  await expect(bar(page)).toContainText("1 refund selected");
  await bar(page).getByRole("button", { name: "Clear selection" }).press("Enter");
  await expect(bar(page)).toBeHidden();
  await expect(all(page)).toBeFocused();
  await all(page).check();
  await expect(bar(page)).toContainText("3 refunds selected");
  await box(page, "₹7\\.50").uncheck();
  await expect(bar(page)).toContainText("2 refunds selected");
  await expect(bar(page).getByRole("button", { name: /^Assign/ })).toHaveCount(0);
  expect(idsIn(await exported(page, "CSV"))).toEqual([third, first]);

  const colleague = await newPerson(browser, "finance");
  const fourth = await refund(colleague, payment, "1.00");
  await page.getByRole("button", { name: "1 new refund" }).click();
  await expect(box(page, fourth)).toBeVisible();
  await expect(box(page, fourth)).not.toBeChecked();
  await expect(bar(page)).toContainText("2 refunds selected");
  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(new Uint8Array(await exported(page, "XLSX")).buffer);
  const column = workbook.worksheets[0]?.getColumn(4).values.slice(1);
  expect(column).toEqual(["refund_id", third, first]);

  await test.step("another list has no selection", async () => {
    await page
      .getByRole("navigation", { name: "Lists of refunds" })
      .getByRole("link", { name: /^All/ })
      .click();
    await expect(box(page, second)).toBeVisible();
    await expect(bar(page)).toBeHidden();
    await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  });
  await colleague.context().close();
});

test("finance takes selected refunds that need attention, and reads which one a colleague has taken meanwhile", async ({
  browser,
}) => {
  test.slow();
  // No request reaches the service, so that the outcomes stay unknown.
  await withUnknownRefund(browser, "requests", async ({ url, finance, payment: taken }) => {
    const open = await createPaidPayment("90.00");
    await finance.goto(`${url}/payments`);
    await search(finance, open.merchant_transaction_id);
    const dialog = await openRefund(finance, open.transaction_id);
    await dialog.getByLabel("Refund amount").fill("40.00");
    await dialog.getByRole("button", { name: "Refund ₹40.00" }).click();
    await expect(dialog.getByText("Outcome unknown")).toBeVisible({ timeout: 90_000 });

    await finance.goto(`${url}/refunds?view=attention`);
    await all(finance).check();
    await expect(bar(finance)).toContainText("2 refunds selected");
    // The page stays as it is, though it would refresh itself.
    await finance.route("**/api/notifications/unread", (route) => route.abort());

    const admin = await newPerson(browser, "admin", url);
    await admin.goto(`${url}/refunds?view=attention`);
    const row = (of: Page, payment: CreatedPayment): Locator =>
      of.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
    await row(admin, taken).getByRole("link", { name: "Review" }).click();
    await admin.getByRole("button", { name: "Assign to you" }).click();
    await expect(admin.getByText("Assigned to you.")).toBeVisible();

    await bar(finance).getByRole("button", { name: "Assign 2 to you" }).dblclick();
    const told = finance.getByRole("alert").filter({ hasText: "assigned to you" });
    await expect(told).toContainText("1 of 2 refunds assigned to you");
    await expect(told.getByRole("listitem")).toHaveText(
      new RegExp(`^${taken.merchant_transaction_id}: .+ has taken it\\.$`),
    );
    await expect(row(finance, open)).toContainText("You");
    await expect(row(finance, taken)).not.toContainText("Nobody");
    await expect(bar(finance)).toContainText("1 refund selected");
    await expect(box(finance, taken.merchant_transaction_id)).toBeChecked();

    // The list shows now whose it is, so it is taken knowingly.
    await bar(finance).getByRole("button", { name: "Assign 1 to you" }).click();
    await expect(finance.getByRole("status").filter({ hasText: "1 refund assigned to you" })).toBeVisible();
    await expect(bar(finance)).toBeHidden();
    await expect(row(finance, taken)).toContainText("You");
    await finance.getByRole("button", { name: "Close" }).click();
    await expect(finance.getByText("1 refund assigned to you")).toHaveCount(0);
    await admin.context().close();
  });
});
