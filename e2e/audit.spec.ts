import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { createPayment } from "./support/merchant";
import { newPerson, record, search, startSession } from "./support/staff";

test("who did what to a payment is found by its id, shown in words, exported and checked", async ({
  page,
  browser,
}) => {
  const payment = await createPayment("31.00");
  const ops = await newPerson(browser, "ops");
  await search(ops, payment.merchant_transaction_id);
  await record(ops, payment.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
  await ops.getByRole("alertdialog").getByRole("button", { name: "Cancel payment" }).click();
  await expect(record(ops, payment.transaction_id).getByText("CANCELLED").first()).toBeVisible();
  await ops.context().close();

  await startSession(page, "admin");
  await page.goto("/audit");
  await page.getByText(/^Filters/).click();
  const form = page.getByRole("search", { name: "Search the audit log" });
  await form.getByLabel("Related to").fill(payment.transaction_id);
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(page).toHaveURL(new RegExp(`subject=${payment.transaction_id}`));
  const list = page.getByRole("table", { name: "Audit entries" });
  const entry = list.getByRole("row", { name: /Requested a cancellation/ });
  await expect(entry).toHaveCount(1);
  await expect(entry).toContainText("Cancelled");
  await expect(entry).toContainText(payment.merchant_transaction_id);
  await expect(entry.getByText("Sandbox ops").first()).toBeVisible();
  // Ids and hashes are in a fold that a keyboard opens.
  const step = entry.getByRole("listitem").filter({ hasText: "Requested a cancellation" });
  await expect(step).toBeHidden();
  await expect(entry.getByText(payment.transaction_id).first()).toBeHidden();
  await entry.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(step).toBeVisible();
  await expect(entry.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  await expect(entry.getByText("ops@example.com").first()).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByText("Export", { exact: true }).click();
  await page.getByRole("link", { name: "Export CSV" }).click();
  const file = await (await download).path();
  const lines = (await readFile(file, "utf8")).trim().split("\r\n");
  expect(lines[0]).toContain("position");
  expect(lines.slice(1).every((line) => line.includes(payment.transaction_id))).toBe(true);

  await page.getByText("Verify log").click();
  await page.getByRole("button", { name: "Verify all entries" }).click();
  await expect(page.getByText(/The log is intact up to entry \d+\./)).toBeVisible({ timeout: 60_000 });
  await page.getByText(/^Filters/).click();
  await form.getByLabel("Related to").fill("nothing-is-called-this");
  await form.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("No entries found")).toBeVisible();
});
