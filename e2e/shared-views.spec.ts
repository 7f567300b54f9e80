import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { newcomer } from "./support/newcomer";
import { createPaidPayment } from "./support/merchant";
import { newSession } from "./support/staff";

test("a view with its columns is shared with a role, used and copied by others, and ended by an admin", async ({
  browser,
}) => {
  await createPaidPayment("15.00");
  const name = `Paid ${randomUUID().slice(0, 8)}`;
  const { page: owner } = await newcomer(browser, "finance");
  await owner.setViewportSize({ width: 1600, height: 1000 });
  await owner.goto("/payments?status=SUCCESS&columns=reference,amount,status,udf1");
  await owner.getByText(/^Saved views/).click();
  await owner.getByLabel("Save this view").fill(name);
  await expect(owner.getByRole("checkbox", { name: "With the columns shown now" })).toBeChecked();
  await owner.getByRole("button", { name: "Save", exact: true }).click();
  await expect(owner.getByText("Saved.")).toBeVisible();
  await owner.getByRole("button", { name: `Share ${name}` }).click();
  await owner.getByLabel(`Share ${name} with`).selectOption("Support");
  await owner.getByRole("button", { name: "Save sharing" }).click();
  await expect(owner.getByText("Shared with support")).toBeVisible();
  await owner.context().close();

  const { page } = await newcomer(browser, "support");
  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.goto("/payments");
  await page.getByText(/^Saved views/).click();
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/status=SUCCESS&columns=/);
  const table = page.getByRole("table", { name: "Payments, newest first" });
  // The first one holds the checkboxes.
  await expect(table.getByRole("columnheader")).toHaveText(["", "Amount", "Status", "Reference", "udf1"]);
  await page.getByText(/^Saved views/).click();
  await expect(page.getByRole("button", { name: `Rename ${name}` })).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Stop sharing ${name}` })).toHaveCount(0);
  await page.getByRole("button", { name: `Copy ${name} to your views` }).click();
  await expect(page.getByText("Copied to your views.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Rename ${name}` })).toBeVisible();

  const admin = await newSession(browser, "admin");
  await admin.goto("/payments");
  await admin.getByText(/^Saved views/).click();
  await admin.getByRole("button", { name: `Stop sharing ${name}` }).click();
  await expect(admin.getByRole("link", { name })).toHaveCount(0);
  await admin.context().close();

  await page.reload();
  await page.getByText(/^Saved views/).click();
  await expect(page.getByRole("link", { name })).toHaveCount(1);
  await expect(page.getByRole("heading", { name: "Shared" })).toHaveCount(0);
  await page.context().close();
});
