import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createPaidPayment, createPayment } from "./support/merchant";
import { signIn, startSession } from "./support/staff";

test("lines pasted into the search field are looked up, in no address, and exported", async ({ page }) => {
  const one = await createPaidPayment("100.00");
  const other = await createPayment("70.00");
  const missing = `ORDER-${randomUUID()}`;
  const lines = [one.transaction_id, other.merchant_transaction_id, missing, "nobody@example.net"];

  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await signIn(page, "finance");
  await page.getByLabel("Merchant reference").evaluate((field, text) => {
    const data = new DataTransfer();
    data.setData("text/plain", text);
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, lines.join("\r\n"));
  await expect(page).toHaveURL(/\/payments\/find$/);
  await expect(page.getByRole("status").filter({ hasText: "2 lines found, 2 not found" })).toBeVisible();
  const table = page.getByRole("table", { name: "Results by line" });
  await expect(table.getByRole("row").filter({ hasText: one.transaction_id }).first()).toContainText(
    "₹100.00",
  );
  await expect(table.getByRole("row").filter({ hasText: missing })).toContainText("Not found");
  expect(requested.filter((url) => decodeURIComponent(url).includes("nobody@"))).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export the result as CSV" }).click(),
  ]);
  const file = await readFile(await download.path(), "utf8");
  expect(file).toContain(`"${one.transaction_id}","found","${one.transaction_id}"`);
  expect(file).toContain(`"${missing}","not_found"`);

  // What each line found can be refunded and cancelled together, through a bulk run.
  await table.getByRole("checkbox", { name: "Select every line that found one payment" }).check();
  await expect(page.getByText("2 payments selected")).toBeVisible();
  await expect(page.getByRole("button", { name: "Request refunds" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Cancel 1 in bulk" })).toBeEnabled();
  await page.getByRole("button", { name: "Refund 1 in bulk" }).click();
  await expect(page).toHaveURL(/\/bulk\/new\?kind=refund$/);
  await expect(page.getByLabel("Or paste rows")).toHaveValue(
    `reference,amount,transaction_id\n${one.merchant_transaction_id},100.00,${one.transaction_id}`,
  );
  await page.getByRole("button", { name: "Check rows" }).click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
  await expect(page.getByText(one.merchant_transaction_id).first()).toBeVisible();
  await page.goto("/payments/find");
  await page.getByLabel("Identifiers").fill(other.transaction_id);
  await page.getByRole("button", { name: "Find payments" }).click();

  await table.getByRole("link", { name: other.transaction_id }).click();
  await expect(page).toHaveURL(new RegExp(`/payments/${other.transaction_id}`));
});

test("support requests refunds of the payments that its lines found, each once", async ({ page }) => {
  const paid = await createPaidPayment("80.00");
  const unpaid = await createPayment("60.00");
  await startSession(page, "support");
  await page.goto("/payments/find");
  // Two lines that mean the same payment.
  const lines = [paid.transaction_id, paid.merchant_transaction_id, unpaid.transaction_id];
  await page.getByLabel("Identifiers").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Find payments" }).click();
  const all = page.getByRole("checkbox", { name: "Select every line that found one payment" });
  await all.check();
  const bar = page.getByRole("group", { name: "Actions on the selected payments" });
  await expect(bar).toContainText("2 payments selected");
  await expect(bar.getByRole("button", { name: /in bulk/ })).toHaveCount(0);

  await bar.getByRole("button", { name: "Request refunds" }).click();
  const dialog = page.getByRole("dialog", { name: "Request refunds of 2 payments" });
  await dialog.getByLabel("Reason").selectOption("Goods returned");
  await dialog.getByRole("button", { name: "Request 2 refunds" }).click();
  await expect(dialog.getByText("1 refund of 2 requested")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "Not requested" })).toContainText(
    unpaid.merchant_transaction_id,
  );
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(bar).toBeHidden();
  await expect(all).not.toBeChecked();
});

test("two references typed on one line are looked up each, and one is found with what copying left around it", async ({
  page,
}) => {
  const [one, other] = [await createPayment("70.00"), await createPayment("80.00")];
  await startSession(page, "support");
  await page.goto("/payments");
  const field = page.getByLabel("Merchant reference");
  await field.fill(`${one.merchant_transaction_id}, ${other.merchant_transaction_id}`);
  await field.press("Enter");
  await expect(page).toHaveURL(/\/payments\/find$/);
  await expect(page.getByRole("status").filter({ hasText: "2 lines found" })).toBeVisible();

  await page.goto("/payments");
  await field.fill(`\u200b"${one.merchant_transaction_id}",`);
  await field.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payments/${one.transaction_id}`));
});
