import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { choose, createPayment, refundOutsideDashboard, transactionStatus } from "./support/merchant";
import { openRefund, startSession } from "./support/staff";
import { expectWholeAmounts, LARGEST, SHOWN } from "./support/whole-amounts";

test("the largest amounts, also of a refund in progress, are shown whole at every width, in every list and card", async ({
  page,
}) => {
  test.slow();
  const mark = `large-${randomUUID()}`;
  const paid = await createPayment(LARGEST, { merchant_transaction_id: `${mark}-1`, udf1: mark });
  await choose(paid.payment_link, "success");
  await refundOutsideDashboard(paid.transaction_id, "9999999999990.00");
  const refunded = await createPayment(LARGEST, { merchant_transaction_id: `${mark}-4` });
  await choose(refunded.payment_link, "success");
  await createPayment(LARGEST, { merchant_transaction_id: `${mark}-2`, udf1: mark });
  await createPayment(LARGEST, { merchant_transaction_id: `${mark}-3`, udf1: mark, currency: "CHF" });

  await startSession(page, "finance");
  await page.goto(`/payments?udf1=${mark}`);
  const table = page.getByRole("table", { name: "Payments, newest first" });
  await expect(table).toContainText(SHOWN);
  await expectWholeAmounts(page, "payments");

  await page.goto(`/payments?reference=${mark}-1`);
  await expect(page.getByRole("article")).toContainText(SHOWN);
  await expectWholeAmounts(page, "attempts");
  await openRefund(page, paid.transaction_id);
  await expectWholeAmounts(page, "refund dialog");

  await page.goto(`/payments/${paid.transaction_id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(SHOWN);
  await expectWholeAmounts(page, "payment");

  // The list has a hundred rows, the oldest first: it begins with the payments of this test.
  const [first] = await transactionStatus(`${mark}-2`);
  const after = encodeURIComponent(new Date(first?.transaction_date_time ?? "").toISOString());
  await page.goto(`/stuck?minutes=0&after=${after}`);
  await expect(page.getByRole("table")).toContainText(SHOWN);
  await expectWholeAmounts(page, "stuck");

  await page.goto("/overview");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectWholeAmounts(page, "overview");

  await page.goto(`/payments?reference=${mark}-4`);
  const dialog = await openRefund(page, refunded.transaction_id);
  await dialog.getByLabel("Refund amount").fill("9999999999900.00");
  await expectWholeAmounts(page, "refund dialog, filled in");
  await dialog
    .getByRole("button", { name: /^(Refund|Request approval)/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/refunds\/RFD/);
  await expect(page.getByRole("main")).toContainText("99,99,99,99,99,900.00");
  await expectWholeAmounts(page, "refund, sent");

  await page.goto("/refunds");
  await expect(page.getByRole("table").first()).toContainText("99,99,99,99,99,900.00");
  await expectWholeAmounts(page, "refunds");
});
