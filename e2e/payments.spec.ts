import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createPayment } from "./support/merchant";
import { openPalette } from "./support/palette";
import { record, search, signIn, startSession } from "./support/staff";

/** No digits: one UUID in two hundred contains ten that could be a mobile number, which waits for Enter. */
const uniqueLetters = (): string => randomUUID().replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");

test("the view is in its address: it can be shared, reloaded and gone back to", async ({ page }) => {
  const [first, second] = [await createPayment("11.00"), await createPayment("12.00")];
  await signIn(page, "support");
  await search(page, first.merchant_transaction_id);
  await expect(record(page, first.transaction_id)).toBeVisible();
  await search(page, second.merchant_transaction_id);
  await expect(record(page, second.transaction_id)).toBeVisible();
  await page.goBack();
  await expect(record(page, first.transaction_id)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/payments");
  await page.goto(`/payments?reference=${first.merchant_transaction_id}`);
  await expect(page).toHaveURL(new RegExp(`/payments/${first.transaction_id}`));
  await page.reload();
  await expect(record(page, first.transaction_id)).toBeVisible();
});

test("what is typed on any page shows the payments that it may mean, in the search and in the palette, and none that was found for an earlier text", async ({
  page,
}) => {
  const start = `HIT-${uniqueLetters()}`;
  const first = await createPayment("18.00", { merchant_transaction_id: `${start}-1` });
  const other = await createPayment("19.00", { merchant_transaction_id: `${start}-2` });
  await startSession(page, "support");
  await page.goto("/refunds");
  const field = page.getByLabel("Merchant reference");
  const hit = (reference: string) => page.getByRole("search").getByRole("link", { name: reference });
  await field.fill(start.toLowerCase());
  await expect(hit(other.merchant_transaction_id)).toContainText("₹19.00");
  await expect(hit(first.merchant_transaction_id)).toContainText("Waiting");
  await field.press("ArrowDown");
  await expect(hit(other.merchant_transaction_id)).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payments/${first.transaction_id}`));
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(field).toHaveValue("");

  await field.fill(start);
  await expect(hit(other.merchant_transaction_id)).toBeVisible();
  await field.press("Enter");
  await expect(page).toHaveURL(/prefix=/);
  await expect(page.getByRole("row").filter({ hasText: other.merchant_transaction_id })).toBeVisible();
  await expect(page.getByText("Searches by:"), "nothing covers the list").toBeHidden();

  await openPalette(page);
  await page.keyboard.type(start);
  await page.getByRole("option", { name: other.merchant_transaction_id }).click();
  await expect(page).toHaveURL(new RegExp(`/payments/${other.transaction_id}`));

  const hits = page.getByRole("search").getByRole("listitem");
  await page.goto("/refunds");
  await field.fill(start);
  await expect(hits).toHaveCount(2);
  let refuse = (): void => undefined;
  const seen = new Promise<void>((resolve) => (refuse = resolve));
  await page.route("**/api/search/hits", async (route) => {
    await seen;
    await route.fulfill({ status: 429 });
  });
  await field.fill(`${start}-1`);
  await expect(hits).toHaveCount(1);
  refuse();
  await expect(hits).toHaveCount(0);

  await page.unroute("**/api/search/hits");
  await openPalette(page);
  await page.keyboard.type(start);
  const options = page.getByRole("option", { name: "Waiting" });
  await expect(options).toHaveCount(2);
  await page.route("**/api/search/hits", (route) => route.abort());
  await page.keyboard.type("-1");
  await expect(options).toHaveCount(0);
});
