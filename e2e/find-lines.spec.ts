import { readFile } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createPaidPayment, createPayment } from "./support/merchant";
import { signIn } from "./support/staff";

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
  await expect(page.getByRole("button", { name: "Cancel 1 of 2 (waiting)" })).toBeEnabled();
  await page.getByRole("button", { name: "Refund 1 of 2 (paid)" }).click();
  await expect(page).toHaveURL(/\/bulk\/new\?kind=refund$/);
  await expect(page.getByLabel("Or paste rows")).toHaveValue(
    `reference,amount,transaction_id\n${one.merchant_transaction_id},100.00,${one.transaction_id}`,
  );
  await page.getByRole("button", { name: "Check rows" }).click();
  await expect(page).toHaveURL(/\/bulk\/[0-9a-f-]{36}$/);
  await expect(page.getByText(one.merchant_transaction_id).first()).toBeVisible();

  // Several references typed on one line, too.
  await page.goto("/payments");
  const field = page.getByLabel("Merchant reference");
  await field.fill(`${one.merchant_transaction_id}, ${other.merchant_transaction_id}`);
  await field.press("Enter");
  await expect(page).toHaveURL(/\/payments\/find$/);
  await expect(page.getByRole("status").filter({ hasText: "2 lines found" })).toBeVisible();
  await table.getByRole("link", { name: other.transaction_id }).click();
  await expect(page).toHaveURL(new RegExp(`/payments/${other.transaction_id}`));
});
