import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { newPerson, openRefund, search } from "./support/staff";

/** Of the first version that keeps the ids of actions: pages that are open during an upgrade call this one (0256). */
const ID_OF_EVERY_VERSION = { requestRefundAction: "40158dc7f32abba49a0e1638c43e4f9c2c8c0d1f57" };

test("a page that was opened before an upgrade refunds once, and its next page is the new version's", async ({
  browser,
}) => {
  const payment = await createPaidPayment("61.00");
  const finance = await newPerson(browser, "finance");
  const buildId = readFileSync(".next/BUILD_ID", "utf8");
  let replaced = 0;
  await finance.route(/\/payments/, async (route) => {
    if (route.request().resourceType() !== "document") return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    replaced += html.split(buildId).length - 1;
    return route.fulfill({ response, body: html.replaceAll(buildId, "build-of-the-version-before") });
  });
  await search(finance, payment.merchant_transaction_id);
  await finance.reload();
  expect(replaced).toBeGreaterThan(0);
  const dialog = await openRefund(finance, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill("21.00");
  const sent = finance.waitForRequest(
    (request) => request.headers()["next-action"] === ID_OF_EVERY_VERSION.requestRefundAction,
  );
  await dialog.getByRole("button", { name: "Refund ₹21.00" }).click();
  await sent;
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await expect(finance.getByRole("main").getByText("₹21.00").first()).toBeVisible();
  await finance.goto("/refunds");
  const rows = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
  await expect(rows).toHaveCount(1);
  await finance.context().close();
});
