import { within } from "@testing-library/dom";
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { call } from "./support/direct";
import { createPaidPayment, createPayment, refundOutsideDashboard } from "./support/merchant";
import { cookieOf, openAs, openPage, words } from "./support/page-over-http";

test("a payment of the simulator is marked as a test wherever it shows", async () => {
  const payment = await createPaidPayment("12.00");
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "2.00");
  const page = await openAs("admin", `/payments/${payment.transaction_id}`);
  within(page.getByRole("article", { name: payment.transaction_id })).getByText("Test");
  const list = await openAs("admin", "/payments?status=SUCCESS");
  within(list.getByRole("main")).getByText("Test data. No real money moves.");
  expect(within(list.getByRole("table")).queryByText("Test")).toBeNull();
  within((await openAs("admin", `/refunds/${refundId}`)).getByRole("main")).getByText("Test");
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
