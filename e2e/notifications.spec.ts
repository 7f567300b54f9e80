import { expect, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment } from "./support/merchant";
import { newPerson, openRefund, newSession } from "./support/staff";
import { setThreshold } from "./support/threshold";

/** Its own dashboard: a threshold would hold up the refunds of all other tests. */
let dashboard: { url: string; stop(): Promise<void> };
test.beforeAll(async () => {
  dashboard = await startDashboardOn(E2E.routingUrl);
  await setThreshold({ dashboardUrl: dashboard.url, role: "finance" }, "50.00");
});
test.afterAll(() => dashboard.stop());

test("a request for approval reaches an open page of another person, who opens it by keyboard and has read it", async ({
  browser,
}) => {
  const admin = await newPerson(browser, "admin", dashboard.url);
  const payment = await createPaidPayment("100.00");
  const finance = await newSession(browser, "finance", dashboard.url);
  await finance.goto(`${dashboard.url}/payments?reference=${payment.merchant_transaction_id}`);
  const dialog = await openRefund(finance, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill("80.00");
  await dialog.getByRole("button", { name: "Refund ₹80.00" }).click();
  await expect(dialog.getByRole("status")).toContainText("Waiting for approval");

  const bell = admin.getByRole("button", { name: /^Notifications, \d+ unread/ }).filter({ visible: true });
  await expect(bell).toBeVisible({ timeout: 60_000 });
  await bell.focus();
  await admin.keyboard.press("Enter");
  const panel = admin.getByRole("dialog", { name: "Notifications" });
  const item = panel.getByRole("link", { name: `₹80.00 for ${payment.merchant_transaction_id}` });
  await expect(item).toContainText("Approval requested");
  await item.focus();
  await admin.keyboard.press("Enter");
  await expect(admin.getByRole("heading", { level: 1, name: "Refund of ₹80.00" })).toBeVisible();
  await expect(panel).toBeHidden();

  await admin.goto(`${dashboard.url}/notifications`);
  const listed = admin
    .getByRole("list", { name: "Your notifications" })
    .getByRole("link", { name: payment.merchant_transaction_id });
  await expect(listed).not.toContainText("Unread");
  await admin.getByRole("link", { name: "Refunds" }).last().click();
  await expect(admin.getByText("No notifications match this filter")).toBeVisible();

  await admin.getByRole("link", { name: "Notification settings" }).click();
  const always = admin.getByRole("checkbox", { name: "A sign-in from a new device: In Paydeck" });
  await expect(always).toBeChecked();
  await expect(always).toBeDisabled();
  await expect(admin.getByRole("rowheader", { name: "A sign-in from a new device" })).toContainText(
    "Always on, also in quiet hours",
  );
  const choice = admin.getByRole("checkbox", { name: "A refund waits for approval: In Paydeck" });
  await choice.uncheck();
  await admin.getByRole("button", { name: "Save settings" }).click();
  await expect(admin.getByText("Settings saved.")).toBeVisible();
  await admin.reload();
  await expect(choice).not.toBeChecked();
  await admin.getByRole("button", { name: "Restore defaults" }).click();
  await expect(choice).toBeChecked();
  await admin.context().close();
  await finance.context().close();
});
