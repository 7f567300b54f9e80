import { expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { expectCleanState } from "./support/accessible";
import { startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment, type CreatedPayment } from "./support/merchant";
import { openRefund, newSession } from "./support/staff";
import { setThreshold } from "./support/threshold";

async function fillRefund(page: Page, url: string, payment: CreatedPayment, amount: string) {
  await page.goto(`${url}/payments?reference=${payment.merchant_transaction_id}`);
  const dialog = await openRefund(page, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill(amount);
  return dialog;
}

test("a refund that may be a duplicate is listed and sent only once it is confirmed, and then once", async ({
  browser,
}) => {
  const payment = await createPaidPayment("60.00");
  const finance = await newSession(browser, "finance");
  const first = await fillRefund(finance, E2E.dashboardUrl, payment, "20.00");
  await first.getByRole("button", { name: "Refund ₹20.00" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await finance.context().close();

  const admin = await newSession(browser, "admin");
  const dialog = await fillRefund(admin, E2E.dashboardUrl, payment, "20.00");
  const send = dialog.getByRole("button", { name: "Refund ₹20.00" });
  const question = dialog.getByRole("alert").filter({ hasText: "This may be a duplicate" });
  const box = dialog.getByRole("checkbox", { name: "This is a separate refund" });

  await test.step("the form says who refunded it when, and sends nothing", async () => {
    await send.click();
    await expect(question).toContainText("There is another refund of this payment:₹20.00");
    await expect(question.getByRole("listitem")).toHaveCount(1);
    await expect(question.getByRole("listitem")).toContainText(/Finance/i);
    await expect(question.getByRole("link", { name: "View refund" })).toHaveAttribute(
      "href",
      /\/refunds\/RFD/,
    );
    await expect(box).toBeFocused();
    await send.click();
    await expect(box).toHaveAccessibleDescription(
      "Confirm that this is a separate refund, or close this form.",
    );
    await expectCleanState(admin, "a likely duplicate");
  });

  await test.step("another amount is no duplicate of it", async () => {
    await dialog.getByLabel("Refund amount").fill("19.00");
    await expect(question).toHaveCount(0);
    await dialog.getByLabel("Refund amount").fill("20.00");
    await expect(question).toBeVisible();
  });

  await test.step("a double click on the confirmed refund sends it once", async () => {
    await box.check();
    await send.dblclick();
    await expect(admin).toHaveURL(/\/refunds\/RFD/);
    await admin.goto("/refunds");
    const rows = admin.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
    await expect(rows).toHaveCount(2);
  });
  await admin.context().close();
});

test("a person who approves a refund confirms one that was made meanwhile", async ({ browser }) => {
  // Its own dashboard: a threshold would hold up the refunds of all other tests.
  const dashboard = await startDashboardOn(E2E.routingUrl);
  try {
    const admin = await newSession(browser, "admin", dashboard.url);
    await setThreshold({ dashboardUrl: dashboard.url, role: "finance" }, "50.00");
    const payment = await createPaidPayment("200.00");
    const finance = await newSession(browser, "finance", dashboard.url);
    const dialog = await fillRefund(finance, dashboard.url, payment, "80.00");
    await dialog.getByRole("button", { name: "Refund ₹80.00" }).click();
    await dialog.getByRole("link", { name: "View request" }).click();
    await expect(finance.getByRole("heading", { level: 1, name: "Refund of ₹80.00" })).toBeVisible();

    await test.step("an admin refunds the same amount, and is shown the request", async () => {
      const other = await fillRefund(admin, dashboard.url, payment, "80.00");
      await other.getByRole("button", { name: "Refund ₹80.00" }).click();
      await expect(other.getByRole("listitem")).toContainText("Pending approval");
      await other.getByRole("checkbox").check();
      await other.getByRole("button", { name: "Refund ₹80.00" }).click();
      await expect(admin).toHaveURL(/\/refunds\/RFD/);
    });

    await test.step("the approval asks as well, and is made once it is confirmed", async () => {
      await admin.goto(finance.url());
      const approve = admin.getByRole("button", { name: "Approve and refund ₹80.00" });
      await approve.click();
      const question = admin.getByRole("alert").filter({ hasText: "This may be a duplicate" });
      await expect(question.getByRole("link", { name: "View refund" })).toBeVisible();
      await approve.click();
      await expect(question).toContainText(
        "Confirm that this is a separate refund, or decline this request.",
      );
      await admin.getByRole("checkbox", { name: "This is a separate refund" }).check();
      await approve.click();
      await expect(admin.getByText("Approved, and the payment service accepted the refund")).toBeVisible();
    });
    await finance.context().close();
    await admin.context().close();
  } finally {
    await dashboard.stop();
  }
});
