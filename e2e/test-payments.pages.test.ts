import { within } from "@testing-library/dom";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { call } from "./support/direct";
import { createPaidPayment, createPayment, refundOutsideDashboard } from "./support/merchant";
import { cookieOf, openAs, openPage, words } from "./support/page-over-http";

test("where no gateway moves money each page says so at its top from the first byte, and no record has a badge", async () => {
  const payment = await createPaidPayment("12.00");
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "2.00");
  const places = [
    "/payments",
    "/payments?status=FAILURE",
    `/payments/${payment.transaction_id}`,
    `/refunds/${refundId}`,
    "/queues",
    "/people",
  ];
  for (const place of places) {
    const page = await openAs("admin", place);
    page.getByText("Test data. No real money moves in this account.");
    expect(within(page.getByRole("main")).queryByText("Test"), place).toBeNull();
  }
  const gateways = await openAs("admin", "/gateways");
  within(gateways.getByRole("row", { name: /^simulator/ })).getByText("Test");
  const file = await call("/api/export/payments?format=csv", {
    headers: { cookie: await cookieOf("admin") },
  });
  const [row] = parse<Record<string, string>>(file.text, { bom: true, columns: true });
  expect(row?.test).toBe("test");
});

test("the checkout says above everything that it is a test", async () => {
  const page = await openPage((await createPayment("12.00")).payment_link);
  expect(page.document.title).toMatch(/^Test: /);
  expect(words(page.document.body)).toContain("This is a test payment. No money is moved.");
});
