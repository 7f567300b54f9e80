import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { actionNamed, callAction, Staff } from "./support/direct";
import { createPaidPayment } from "./support/merchant";
import { newSession } from "./support/staff";

/** Other tests on this stack refund without one. */
test.afterEach(async () => {
  await requireReason(false);
});

async function requireReason(isRequired: boolean): Promise<void> {
  const staff = new Staff();
  const cookie = await staff.as("admin");
  await staff.db.end();
  await callAction(actionNamed("requireReasonAction"), cookie, { input: { isRequired } });
}

test("an admin adds a refund reason and requires one; finance refunds with it, also on a form that was open before, filters by it, and sees it on the overview", async ({
  browser,
}) => {
  test.slow();
  const code = `goodwill_${randomUUID().slice(0, 8).replaceAll("-", "")}`;
  const name = `Goodwill ${code.slice(9)}`;
  const payment = await createPaidPayment("60.00");
  const admin = await newSession(browser, "admin");
  await test.step("it is added, with a note required, and moved up", async () => {
    await admin.goto("/reasons");
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
  await test.step("a form that was open before one was required is refused, and then asks", async () => {
    await finance.goto(`/payments/${payment.transaction_id}`);
    await finance.getByRole("button", { name: "Refund", exact: true }).click();
    const dialog = finance.getByRole("dialog");
    await dialog.getByLabel("Refund amount").fill("10");
    const box = admin.getByRole("checkbox", { name: "Require a reason for every refund" });
    await box.check();
    await expect(box).toBeEnabled();
    await admin.reload();
    await expect(box).toBeChecked();
    await dialog.getByRole("button", { name: "Refund ₹10.00" }).click();
    await expect(dialog.getByText("Every refund needs a reason from the list. Choose one.")).toBeVisible();
    await dialog.getByRole("button", { name: "Refund ₹10.00" }).click();
    await expect(dialog.getByText("Choose a reason.", { exact: true })).toBeVisible();
  });

  await test.step("the form asks for the note that the reason requires", async () => {
    const dialog = finance.getByRole("dialog");
    await dialog.getByLabel("Reason").selectOption(name);
    await expect(dialog.getByText("Choose a reason.", { exact: true })).toHaveCount(0);
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

  await test.step("a manual refund and rows of a selection ask too, the rows for all of them at once", async () => {
    await finance.goto(`/payments/${payment.transaction_id}`);
    await finance.getByRole("button", { name: "Record a manual refund" }).click();
    const form = finance.getByRole("dialog");
    await form.getByLabel("Refund amount").fill("5");
    await form.getByLabel("Method").selectOption({ label: "Cash" });
    await form.getByLabel("Reference", { exact: true }).fill(`R-${payment.merchant_transaction_id}`);
    await form.getByRole("button", { name: /^Record .*5\.00/ }).click();
    await expect(form.getByText("Choose a reason.", { exact: true })).toBeVisible();

    await finance.goto("/payments/find");
    await finance.getByLabel("Identifiers").fill(payment.transaction_id);
    await finance.getByRole("button", { name: "Find payments" }).click();
    await finance.getByRole("checkbox", { name: "Select every line that found one payment" }).check();
    await finance.getByRole("button", { name: "Refund 1 payment" }).click();
    // 10.00 was refunded.
    await expect(finance.getByLabel("Or paste rows")).toHaveValue(
      `reference,amount,transaction_id\n${payment.merchant_transaction_id},50.00,${payment.transaction_id}`,
    );
    await finance.getByRole("button", { name: "Check rows" }).click();
    await expect(finance.getByText("Choose a reason.", { exact: true })).toBeVisible();
    await finance.getByLabel("Reason for rows without one").selectOption("Other");
    await finance.getByRole("button", { name: "Check rows" }).click();
    await expect(finance.getByText("Enter a note: this reason requires one.")).toBeVisible();
    await expect(finance.getByLabel("Note")).toBeFocused();
    await finance.getByLabel("Note").fill("Recalled batch");
    await finance.getByRole("button", { name: "Check rows" }).click();
    await expect(finance).toHaveURL(/\/bulk\/[0-9a-f-]{36}/);
    await expect(finance.getByText("Other: Recalled batch").first()).toBeVisible();
    await expect(finance.getByRole("button", { name: /^Refund 1 row, ₹/ })).toBeVisible();
  });
  await admin.context().close();
  await finance.context().close();
});
