import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { choose, createPayment } from "./support/merchant";
import { signIn } from "./support/staff";

test("a typed filter of payments becomes chips, narrows the one in use, and says what it does not know", async ({
  page,
}) => {
  const mark = `typed-${randomUUID()}`;
  const paid = await createPayment("123.00", { merchant_transaction_id: `${mark}-paid`, udf1: mark });
  await choose(paid.payment_link, "success");
  const failed = await createPayment("456.00", { merchant_transaction_id: `${mark}-failed`, udf1: mark });
  await choose(failed.payment_link, "failure");

  await signIn(page, "support");
  const field = page.getByRole("combobox", { name: "Type a filter" });
  const table = page.getByRole("table", { name: "Payments, newest first" });
  const typed = async (text: string): Promise<void> => {
    await field.fill(text);
    await field.press("Enter");
  };
  await typed(`udf1:${mark}`);
  await expect(page).toHaveURL(`/payments?udf1=${mark}`);
  await expect(table.getByRole("row")).toHaveCount(3);
  await typed("status:failed min:400");
  await expect(page).toHaveURL(`/payments?status=FAILURE&min=400.00&udf1=${mark}`);
  await expect(table.getByRole("link", { name: failed.transaction_id })).toBeVisible();
  await expect(table.getByText(paid.transaction_id)).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Remove filter Failed" })).toBeVisible();
  await expect(field).toHaveValue("");

  // The list stays as it was, and the text too.
  await typed("colour:red");
  await expect(page.getByText("This list can’t be filtered by colour.")).toBeVisible();
  await expect(field).toHaveValue("colour:red");
  await expect(field).toBeFocused();
  await expect(table.getByRole("link", { name: failed.transaction_id })).toBeVisible();
  // A value that the list refuses opens the form at its field.
  await typed("min:ten");
  await expect(page.getByLabel("Amount from")).toHaveValue("ten");
  await expect(page.getByLabel("Amount from")).toBeFocused();
  await expect(page.getByText(/^Enter an amount/)).toBeVisible();
});
