import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Page, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { openStart, pasteRows, START, uploadRows } from "./support/bulk";
import { createPaidPayment, createPayment } from "./support/merchant";
import { newSession } from "./support/staff";

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("rows are pasted, their problems shown, confirmed by typing, run, and their result downloaded; one that fails is shown by its row, the run and the list, on a phone too", async ({
  browser,
}) => {
  const [one, two] = [await createPaidPayment("300.00"), await createPaidPayment("200.00")];
  const missing = `MISSING-${randomUUID()}`;
  const finance = await newSession(browser, "finance");
  const rows = [
    "reference\tamount\treason",
    `${one.merchant_transaction_id}\t120.50\tOther: late`,
    `${two.merchant_transaction_id}\t80.91\t`,
    `${two.merchant_transaction_id}\t150.00\t`,
    `${missing}\t1.00\t`,
    `${one.merchant_transaction_id}\t1e3\t`,
  ];
  await finance.goto("/bulk/new");
  await pasteRows(finance, "Refunds", rows.join("\n"));
  const review = finance.getByRole("region", { name: "Before you start" });
  await expect(review.getByText("2 rows are ready.")).toBeVisible();
  await expect(review.getByText("3 rows have problems")).toBeVisible();
  await expect(review.getByText("₹201.41")).toBeVisible();
  await expect(row(finance, missing)).toContainText("No payment has this reference");
  await expect(row(finance, "150.00")).toContainText("left after the rows above: ₹119.09");
  // The amount alone might be part of a reference.
  await expect(row(finance, "Enter an amount with at most two decimals")).toContainText("1e3");

  const dialog = await openStart(finance, { rows: "3", total: "200" });
  await dialog.getByRole("button", { name: "Refund 2 payments" }).click();
  await expect(dialog.getByText("This is not the number of rows. Type 2.")).toBeVisible();
  await expect(dialog.getByText("This is not the total. Type ₹201.41.")).toBeVisible();
  await dialog.getByLabel("Number of rows").fill("2");
  await dialog.getByLabel("Total in INR").fill("201.41");
  await dialog.getByRole("button", { name: "Refund 2 payments" }).click();
  await expect(dialog).toHaveCount(0);

  const progress = finance.getByRole("region", { name: "Progress" });
  await expect(progress).toContainText("Ended, some failed", { timeout: 60_000 });
  await expect(progress).toContainText("1 refunded");
  await expect(progress).toContainText("1 failed");
  await expect(row(finance, "120.50")).toContainText("Refunded");
  await expect(row(finance, "80.91")).toContainText("Failed");
  await expect(row(finance, missing)).toContainText("Skipped");
  await expect(progress).toContainText("5 of 5 rows completed. Nothing was sent for 3 of them.");
  await expect(progress).toContainText("3 not sent");
  await expectCleanState(finance, "ended run");

  const download = finance.waitForEvent("download");
  await finance.getByRole("link", { name: "Result as CSV" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(`"${one.merchant_transaction_id}","120.50","Other: late"`);
  expect(text).toMatch(new RegExp(`"${missing}".*"skipped","not_found"`));

  await finance.setViewportSize({ width: 390, height: 844 });
  await finance.goto("/bulk");
  const newest = finance.getByRole("table", { name: "Bulk runs" }).getByRole("row").nth(1);
  for (const shown of ["Ended, some failed", "₹120.50", "1 refunded", "₹80.91", "1 failed"])
    await expect(newest.getByText(shown).filter({ visible: true })).toBeVisible();
  await finance.context().close();
});

test("rows that were run before run again only when each is confirmed, and a reload loses nothing", async ({
  browser,
}) => {
  const payment = await createPaidPayment("90.00");
  const rows = `${payment.merchant_transaction_id},30.00`;
  const finance = await newSession(browser, "finance");
  const start = async (): Promise<void> => {
    const dialog = await openStart(finance, { rows: "1", total: "30.00" });
    await dialog.getByRole("button", { name: "Refund 1 payment" }).click();
  };
  await pasteRows(finance, "Refunds", rows);
  await start();
  await expect(row(finance, payment.merchant_transaction_id)).toContainText("Refunded", { timeout: 60_000 });

  await pasteRows(finance, "Refunds", rows);
  await expect(finance.getByText("These rows were started before")).toBeVisible();
  await expect(finance.getByText("1 row needs your confirmation and would be skipped.")).toBeVisible();
  await expect(row(finance, payment.merchant_transaction_id)).toContainText("has the same row");
  await expect(finance.getByRole("button", { name: START })).toHaveCount(0);
  await finance.getByLabel("Not a duplicate: send line 1").check();
  await expect(row(finance, payment.merchant_transaction_id)).toContainText("Confirmed by");
  await finance.reload();
  await expect(finance.getByLabel("Not a duplicate: send line 1")).toBeChecked();
  await start();
  await expect(row(finance, payment.merchant_transaction_id)).toContainText("Refunded", { timeout: 60_000 });
  await finance.context().close();
});

test("ops cancel many, and may not refund; a run that is put away sends nothing", async ({ browser }) => {
  const [open, paid] = [await createPayment("40.00"), await createPaidPayment("40.00")];
  const ops = await newSession(browser, "ops");
  await ops.goto("/bulk/new?kind=refund");
  const kinds = ops.getByRole("navigation", { name: "Action" });
  await expect(kinds.getByRole("link")).toHaveText(["Cancellations", "Lookups"]);

  await pasteRows(ops, "Cancellations", `${open.merchant_transaction_id}\n${paid.merchant_transaction_id}`);
  await expect(row(ops, paid.merchant_transaction_id)).toContainText("Payment status: Paid.");
  await ops.getByRole("button", { name: "Cancel 1 row", exact: true }).click();
  await ops.getByLabel("Number of rows").fill("1");
  await ops.getByRole("button", { name: "Cancel 1 payment" }).click();
  await expect(row(ops, open.merchant_transaction_id)).toContainText("Cancelled", { timeout: 60_000 });

  const other = await createPayment("40.00");
  await pasteRows(ops, "Cancellations", other.merchant_transaction_id);
  await ops.getByRole("button", { name: "Discard" }).click();
  await ops.getByRole("alertdialog").getByRole("button", { name: "Discard run" }).click();
  await expect(row(ops, other.merchant_transaction_id)).toContainText("Not sent");
  await expect(ops.getByRole("button", { name: START })).toHaveCount(0);
  await ops.context().close();
});

test("a run of many is paused, resumed and stopped; what was not sent stays unsent", async ({ browser }) => {
  const support = await newSession(browser, "support");
  const rows = Array.from({ length: 4_000 }, () => `NONE-${randomUUID()}`);
  await uploadRows(support, "Lookups", { name: "rows.csv", rows: rows.join("\n") });
  await support.getByRole("button", { name: START }).click();
  await support
    .getByRole("button", { name: "Look up 4000 payments" })
    .or(support.getByRole("button", { name: "Look up 4,000 payments" }))
    .click();
  await support.getByRole("button", { name: "Pause" }).click();
  await expect(support.getByText("No more rows are sent until someone resumes the run.")).toBeVisible();
  const colleague = await newSession(browser, "support");
  await colleague.goto(support.url());
  await expect(colleague.getByRole("button", { name: "Resume" })).toBeVisible();
  await support.getByRole("button", { name: "Resume" }).click();
  // The viewer of a paused run sees that another person has resumed it.
  await expect(colleague.getByText("No more rows are sent until someone resumes the run.")).toHaveCount(0);
  await colleague.context().close();
  await expect(support.getByRole("button", { name: "Pause" })).toBeVisible();
  await support.getByRole("button", { name: "Stop", exact: true }).click();
  await support.getByRole("alertdialog").getByRole("button", { name: "Stop run" }).click();
  await expect(
    support.getByRole("region", { name: "Progress" }).getByText("Stopped", { exact: true }),
  ).toBeVisible();
  const outcomes = support.getByRole("navigation", { name: "Rows by outcome" });
  await outcomes.getByRole("link", { name: /^Not sent/ }).click();
  await expect(support.getByText("Nothing was sent.").first()).toBeVisible();
  await support.context().close();
});
