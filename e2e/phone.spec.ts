import { expect, test } from "@playwright/test";
import { expectAccessible } from "./support/accessible";
import {
  createPaidPayment,
  createPayment,
  refundOutsideDashboard,
  transactionStatus,
} from "./support/merchant";
import { openRefund, startSession } from "./support/staff";
import { expectTouchTargets } from "./support/touch-targets";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

test.beforeAll(async () => {
  const refunded = await createPaidPayment("62.00");
  await refundOutsideDashboard(refunded.transaction_id, "20.00");
});

test("every control of a payment, its dialogs, lists on two widths and the menu, which is clean for axe, can be hit by a finger", async ({
  page,
}) => {
  await startSession(page, "admin");
  await test.step("links below one another in a list, on a wider phone", async () => {
    await page.setViewportSize({ width: 412, height: 740 });
    for (const path of ["/refunds", "/webhooks/deliveries"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectTouchTargets(page, path);
    }
  });
  await page.setViewportSize({ width: 360, height: 740 });
  const paid = await createPaidPayment("63.00");
  const open = await createPayment("64.00");
  await page.goto(`/payments/${paid.transaction_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("63.00");
  await expectTouchTargets(page, "payment");
  await page.goto(`/payments?reference=${paid.merchant_transaction_id}`);
  await openRefund(page, paid.transaction_id);
  await expectTouchTargets(page, "refund dialog");
  await page.goto(`/payments/${open.transaction_id}`);
  await page.getByRole("button", { name: "Cancel payment" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("64.00");
  await expectTouchTargets(page, "cancel dialog");
  await page.goto("/stuck?minutes=0");
  await expect(page.getByRole("table", { name: "Stuck payments" }).getByRole("link").first()).toBeVisible();
  await expectTouchTargets(page, "stuck payments");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeInViewport({ ratio: 1 });
  await expectTouchTargets(page, "menu");
  await expectAccessible(page, "the account menu of a phone's drawer");
});

test("the main action stays in view on a phone, wherever a page or a dialog is scrolled to", async ({
  page,
}) => {
  const paid = await createPaidPayment("65.00");
  const open = await createPayment("66.00");
  await startSession(page, "finance");
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`/payments/${paid.transaction_id}`);
  const refund = page.getByRole("button", { name: "Refund", exact: true });
  await expect(refund).toBeInViewport({ ratio: 1 });
  await page.getByRole("heading", { name: "Timeline" }).scrollIntoViewIfNeeded();
  await expect(refund).toBeInViewport({ ratio: 1 });
  await refund.tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Half" }).tap();
  const send = dialog.getByRole("button", { name: "Refund ₹32.50" });
  await expect(send).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel("Note").scrollIntoViewIfNeeded();
  await expect(send).toBeInViewport({ ratio: 1 });

  const [record] = await transactionStatus(open.merchant_transaction_id);
  const after = encodeURIComponent(new Date(record?.transaction_date_time ?? "").toISOString());
  await page.goto(`/stuck?minutes=0&after=${after}`);
  await page.getByRole("checkbox", { name: `Select ${open.merchant_transaction_id}` }).check();
  const cancel = page.getByRole("button", { name: "Cancel 1 payment" });
  await page.evaluate(() => scrollTo(0, 0));
  await expect(cancel).toBeInViewport({ ratio: 1 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect(cancel).toBeInViewport({ ratio: 1 });
});
