import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { choose, createPayment } from "./support/merchant";
import { signIn, startSession } from "./support/staff";

const table = (page: Page) => page.getByRole("table", { name: "Payments, newest first" });

async function openFilters(page: Page): Promise<void> {
  await page.getByText(/^Filters/).click();
}

test("a filter finds payments by what is known of them, stays after a reload, and its address can be shared; a search that finds nothing lists what it tried", async ({
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

  // A filter that is typed narrows the one in use. What it does not know leaves the list and the text as they were.
  const field = page.getByRole("combobox", { name: "Type a filter" });
  const typed = async (text: string): Promise<void> => {
    await field.fill(text);
    await field.press("Enter");
  };
  await typed("min:400");
  await expect(page).toHaveURL(`/payments?status=FAILURE&min=400.00&udf1=${mark}`);
  await expect(field).toHaveValue("");
  await typed("colour:red");
  await expect(page.getByText("This list can’t be filtered by colour.")).toBeVisible();
  await expect(field).toHaveValue("colour:red");
  await expect(field).toBeFocused();
  await expect(table(page).getByRole("link", { name: failed.transaction_id })).toBeVisible();
  // A value that the list refuses opens the form at its field.
  await typed("min:ten");
  await expect(page.getByLabel("Amount from")).toHaveValue("ten");
  await expect(page.getByLabel("Amount from")).toBeFocused();
  await page.goto(`/payments?status=FAILURE&udf1=${mark}`);

  await page.getByRole("link", { name: "Remove filter Failed" }).click();
  await expect(table(page).getByRole("link", { name: paid.transaction_id })).toBeVisible();
  await expect(table(page).getByRole("row", { name: paid.transaction_id })).toContainText("c•••@e•••.com");
  // A row has one link, and opens its payment from anywhere, in a tab by the middle button.
  await expect(table(page).getByRole("row", { name: paid.transaction_id }).getByRole("link")).toHaveCount(1);
  const tab = page.context().waitForEvent("page");
  await table(page).getByText("₹123.00").click({ button: "middle" });
  await expect(await tab).toHaveURL(new RegExp(`/payments/${paid.transaction_id}`));
  await expect(page).toHaveURL(/udf1=/);
  await table(page).getByText("₹123.00").click();
  await expect(page).toHaveURL(new RegExp(`/payments/${paid.transaction_id}`));
  await expect(page.getByRole("article", { name: paid.transaction_id })).toBeVisible();

  // A search that finds nothing leaves the page as it is: what may be a contact gets into no address.
  const here = page.url();
  await page.getByLabel("Merchant reference").fill("600000000000001");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("No payment found")).toBeVisible();
  await expect(
    page.getByText("Searched by: reference, gateway id, phone, start of a reference."),
  ).toBeVisible();
  expect(page.url()).toBe(here);
  await page.getByLabel("Merchant reference").fill("no such order");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page.getByText("Searched by: reference, start of a reference.")).toBeVisible();
});
