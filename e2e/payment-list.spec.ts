import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { choose, createPayment } from "./support/merchant";
import { signIn, startSession } from "./support/staff";

const table = (page: Page) => page.getByRole("table", { name: "Payments, newest first" });

async function openFilters(page: Page): Promise<void> {
  await page.getByText(/^Filters/).click();
}

test("a filter finds payments by what is known of them, stays after a reload, and its address can be shared", async ({
  page,
  browser,
}) => {
  const mark = `list-${randomUUID()}`;
  const paid = await createPayment("123.00", { merchant_transaction_id: `${mark}-paid`, udf1: mark });
  await choose(paid.payment_link, "success");
  const failed = await createPayment("456.00", { merchant_transaction_id: `${mark}-failed`, udf1: mark });
  await choose(failed.payment_link, "failure");

  await signIn(page, "support");
  await openFilters(page);
  await page.getByRole("textbox", { name: "udf1" }).fill(mark);
  await page.getByRole("checkbox", { name: "Failed", exact: true }).check();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(table(page).getByRole("link", { name: failed.transaction_id })).toBeVisible();
  await expect(table(page).getByText(paid.transaction_id)).toHaveCount(0);
  await expect(page).toHaveURL(`/payments?status=FAILURE&udf1=${mark}`);

  await page.reload();
  await expect(page).toHaveURL(`/payments?status=FAILURE&udf1=${mark}`);
  await expect(page.getByRole("link", { name: "Remove filter Failed" })).toBeVisible();
  // The service's own word: in the tooltip, and for searches of the page.
  await expect(page.getByRole("list", { name: "Active filters" }).getByTitle("FAILURE")).toHaveText(
    "Failed FAILURE",
  );
  await expect(table(page).getByRole("link", { name: failed.transaction_id })).toBeVisible();
  await expect(table(page).getByText(paid.transaction_id)).toHaveCount(0);

  const other = await browser.newPage();
  await startSession(other, "ops");
  await other.goto(page.url());
  await expect(table(other).getByRole("link", { name: failed.transaction_id })).toBeVisible();
  await other.close();

  await page.getByRole("link", { name: "Remove filter Failed" }).click();
  await expect(table(page).getByRole("link", { name: paid.transaction_id })).toBeVisible();
  await expect(table(page).getByRole("row", { name: paid.transaction_id })).toContainText("c•••@e•••.com");
  await table(page).getByText("₹123.00").click();
  await expect(page).toHaveURL(new RegExp(`/payments/${paid.transaction_id}`));
  await expect(page.getByRole("article", { name: paid.transaction_id })).toBeVisible();
});

test("a view is kept, opened, named anew and forgotten", async ({ page }) => {
  const name = `Mine ${randomUUID().slice(0, 8)}`;
  await startSession(page, "support");
  await page.goto("/payments?status=DROP&range=7d");
  await page.getByText(/^Saved views/).click();
  await page.getByLabel("Save this view").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.getByLabel("Save this view").fill(name.toUpperCase());
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("You already have a view with this name.")).toBeVisible();

  await page.goto("/payments");
  await page.getByText(/^Saved views/).click();
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveURL("/payments?status=DROP&range=7d");
  await page.getByText(/^Saved views/).click();
  await page.getByRole("button", { name: `Rename ${name}` }).click();
  await page.getByLabel(`Name of ${name}`).fill(`${name} b`);
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("link", { name: `${name} b` })).toBeVisible();
  await page.getByLabel(`Delete ${name} b`).click();
  await expect(page.getByText("Delete this view?")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("link", { name: `${name} b` })).toHaveCount(0);
});

test("a search that finds nothing lists what it tried, and keeps what may be a contact out of the address", async ({
  page,
}) => {
  await signIn(page, "support");
  await page.getByLabel("Merchant reference").fill("600000000000001");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No payment found")).toBeVisible();
  await expect(
    page.getByText("Searched by: reference, gateway id, phone, start of a reference."),
  ).toBeVisible();
  await expect(page).toHaveURL("/payments");
  await page.getByLabel("Merchant reference").fill("no such order");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Searched by: reference, start of a reference.")).toBeVisible();
  await expect(page).toHaveURL("/payments?reference=no%20such%20order&searched=all");
});
