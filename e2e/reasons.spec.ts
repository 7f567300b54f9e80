import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectCleanEverywhere } from "./support/accessible";
import { createPaidPayment } from "./support/merchant";
import { newSession } from "./support/staff";

test("an admin adds a refund reason; finance refunds with it, filters by it, and sees it on the overview", async ({
  browser,
}) => {
  const code = `goodwill_${randomUUID().slice(0, 8).replaceAll("-", "")}`;
  const name = `Goodwill ${code.slice(9)}`;
  const payment = await createPaidPayment("60.00");
  const admin = await newSession(browser, "admin");
  await test.step("it is added, with a note required, and moved up", async () => {
    await admin.goto("/reasons");
    await expectCleanEverywhere(admin, "refund reasons");
    await admin.getByRole("button", { name: "Add reason" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByText("Enter a value.")).toBeVisible();
    await dialog.getByLabel("Name", { exact: true }).fill(name);
    await dialog.getByLabel("Name in Hindi").fill("सद्भावना");
    await dialog.getByLabel("Code").fill(code);
    await dialog.getByLabel("Require a note with this reason").check();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toHaveCount(0);
    const row = admin.getByRole("row").filter({ hasText: code });
    await expect(row).toContainText("Required");
    await row.getByRole("button", { name: `Move ${name} up` }).click();
    await expect(admin.getByRole("row").last()).not.toContainText(code);
  });

  const finance = await newSession(browser, "finance");
  await test.step("the form asks for the note that it requires", async () => {
    await finance.goto(`/payments/${payment.transaction_id}`);
    await finance.getByRole("button", { name: "Refund", exact: true }).click();
    const dialog = finance.getByRole("dialog");
    await dialog.getByLabel("Refund amount").fill("10");
    await dialog.getByLabel("Reason").selectOption(name);
    await dialog.getByRole("button", { name: "Refund ₹10.00" }).click();
    await expect(dialog.getByText("Enter a note: this reason requires one.")).toBeVisible();
    await expect(dialog.getByLabel("Note")).toBeFocused();
    await dialog.getByLabel("Note").fill("waited an hour");
    await dialog.getByRole("button", { name: "Refund ₹10.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    await expect(finance.getByText(`${name}: waited an hour`)).toBeVisible();
  });

  await test.step("the overview counts it and leads to the filtered list", async () => {
    await finance.goto("/overview");
    const panel = finance.getByRole("region", { name: "Refunds made in Paydeck, by reason" });
    const row = panel.getByRole("row").filter({ hasText: name });
    await expect(row).toContainText("₹10.00");
    await row.getByRole("link", { name }).click();
    await expect(finance).toHaveURL(new RegExp(`/refunds\\?reason=${code}`));
    await expect(finance.getByText(`Reason: ${name}`)).toBeVisible();
    await expect(
      finance.getByRole("table").getByRole("link", { name: payment.merchant_transaction_id }),
    ).toBeVisible();
    await expectCleanEverywhere(finance, "refunds of one reason");
  });

  await test.step("in use, it can be deactivated but not deleted", async () => {
    await admin.reload();
    await admin.getByRole("button", { name: `Edit ${name}` }).click();
    const dialog = admin.getByRole("dialog");
    await expect(dialog.getByText("In use, so it cannot be deleted")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Delete reason" })).toHaveCount(0);
    await dialog.getByLabel("Offer this reason for new refunds").uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(admin.getByRole("row").filter({ hasText: code })).toContainText("Inactive");
  });
  await admin.context().close();
  await finance.context().close();
});
