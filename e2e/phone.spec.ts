import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import {
  choose,
  createPaidPayment,
  createPayment,
  refundOutsideDashboard,
  transactionStatus,
} from "./support/merchant";
import { PAGES } from "./support/pages";
import { openRefund, startSession } from "./support/staff";
import { expectTouchTargets } from "./support/touch-targets";

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

const mark = `phone-${randomUUID()}`;

test.beforeAll(async () => {
  const failed = await createPayment("61.00", { udf1: mark });
  await choose(failed.payment_link, "failure");
  const refunded = await createPaidPayment("62.00");
  await refundOutsideDashboard(refunded.transaction_id, "20.00");
});

/** Few pages per test, so that none takes long on a slow machine. */
const PAGES_A_TEST = 4;

for (let first = 0; first < PAGES.length; first += PAGES_A_TEST) {
  const paths = PAGES.slice(first, first + PAGES_A_TEST);
  test(`every control can be hit by a finger: ${paths.join(" ")}`, async ({ page }) => {
    await startSession(page, "admin");
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expectTouchTargets(page, path);
    }
  });
}

test("every control of the status page and of sign-in can be hit by a finger", async ({ page }) => {
  for (const path of ["/status", "/login"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectTouchTargets(page, path);
  }
});

test("links below one another in a list can be hit by a finger on a wider phone too", async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 740 });
  await startSession(page, "admin");
  for (const path of ["/refunds", "/webhooks/deliveries"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectTouchTargets(page, path);
  }
});

test("every control of a payment and its dialogs can be hit by a finger", async ({ page }) => {
  const paid = await createPaidPayment("63.00");
  const open = await createPayment("64.00");
  await startSession(page, "finance");
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
  await expectTouchTargets(page, "menu");
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
