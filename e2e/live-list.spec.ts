import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { choose, createPayment } from "./support/merchant";
import { startSession } from "./support/staff";

test("an open list shows what becomes of its payments in place, and announces new ones without moving a row", async ({
  page,
}) => {
  const mark = `live-${randomUUID().slice(0, 8)}`;
  const first = await createPayment("100.00", { merchant_transaction_id: `${mark}-1` });
  await startSession(page, "support");
  await page.goto(`/payments?prefix=${mark}&status=INITIATED`);
  const rows = page.getByRole("table", { name: "Payments, newest first" }).locator("tbody tr");
  await expect(rows).toHaveCount(1);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const place = await rows.first().boundingBox();

  await choose(first.payment_link, "success");
  await createPayment("200.00", { merchant_transaction_id: `${mark}-2` });
  const news = page.getByRole("status").getByRole("button", { name: "1 new payment" });
  await expect(news).toBeVisible({ timeout: 30_000 });
  await expect(rows.first()).toContainText("Paid", { timeout: 30_000 });
  await expect(rows).toHaveCount(1);
  expect(await rows.first().boundingBox()).toEqual(place);

  // The search field has the focus at first.
  await page.keyboard.press("Escape");
  await page.keyboard.press(".");
  await expect(rows).toHaveText([/₹200\.00/]);
  await expect(news).toBeHidden();
});
