import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { createPayment } from "./support/merchant";
import { startSession } from "./support/staff";

test("a row opens its payment from anywhere, and in a tab by the middle button", async ({ page }) => {
  const reference = `row-${randomUUID()}`;
  const { transaction_id: id } = await createPayment("4321.00", { merchant_transaction_id: reference });
  const itsPage = new RegExp(`/payments/${id}\\?reference=${reference}$`);
  await startSession(page, "ops");
  await page.goto(`/payments?prefix=${reference.toUpperCase()}`);
  const row = page.getByRole("row", { name: id });
  await expect(row.getByRole("link")).toHaveCount(1);

  const tab = page.context().waitForEvent("page");
  await row.getByText("₹4,321.00").click({ button: "middle" });
  await expect(await tab).toHaveURL(itsPage);
  await expect(page).toHaveURL(/prefix=/);

  await row.getByText(reference).click();
  await expect(page).toHaveURL(itsPage);
});
