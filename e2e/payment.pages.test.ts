import { randomUUID } from "node:crypto";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { choose, createPaidPayment, createPayment, refundOutsideDashboard } from "./support/merchant";
import { actionNamed, call, callAction, returned } from "./support/direct";
import { cookieOf, openAs, words } from "./support/page-over-http";
import type { StaffRole } from "./support/staff";

test("what was refunded, is in progress and is left is shown in figures and in words", async () => {
  const payment = await createPaidPayment("100.00");
  // Ends in .92: it stays PROCESSING for a while.
  const elsewhere = await refundOutsideDashboard(payment.transaction_id, "20.92");
  const page = await openAs("finance", `/payments/${payment.transaction_id}`);
  const refunds = within(page.getByRole("region", { name: "Refunds" }));
  refunds.getByRole("img", {
    name: "Of ₹100.00 paid, ₹0.00 is refunded, ₹20.92 is in progress and ₹79.08 is left.",
  });
  refunds.getByRole("link", { name: elsewhere.refund_id });
  expect(words(page.getByRole("region", { name: "Refunds" }))).toContain("made outside Paydeck");
});

test("a request that reserves leaves others only the rest, which its page and the payment's show until it is withdrawn", async () => {
  const payment = await createPaidPayment("500.00");
  const act = async (role: StaffRole, name: string, input: unknown): Promise<unknown> =>
    JSON.parse(returned(await callAction(actionNamed(name), await cookieOf(role), { input })));
  const of = { reference: payment.merchant_transaction_id, transactionId: payment.transaction_id };
  const refundsOf = async (): Promise<HTMLElement> =>
    (await openAs("finance", `/payments/${payment.transaction_id}`)).getByRole("region", { name: "Refunds" });
  expect(await act("admin", "setRequestsReserveAction", { doReserve: true })).toEqual({ kind: "saved" });
  try {
    const box = (await openAs("admin", "/requests")).getByRole<HTMLInputElement>("checkbox", {
      name: /^Reserve the amount of a request until it is decided/,
    });
    expect(box.checked).toBe(true);
    const request = {
      ...of,
      requestId: randomUUID(),
      amount: "200.00",
      reason: "",
      reasonCode: null,
      note: "",
    };
    expect(await act("support", "createRequestAction", request)).toMatchObject({ kind: "requested" });
    const page = await openAs("support", `/requests/${request.requestId}`);
    expect(page.text).toContain("Until then its amount is reserved.");
    within(await refundsOf()).getByRole("img", { name: /₹200\.00 is reserved by a refund request/ });

    const form = `/api/refund-form?reference=${of.reference}&transaction=${of.transactionId}`;
    const headers = { cookie: await cookieOf("finance") };
    const { balance } = JSON.parse((await call(form, { headers })).text) as { balance: { left: string } };
    expect(balance.left).toBe("300.00");
    const step = { requestId: request.requestId, text: "" };
    expect(await act("support", "withdrawRequestAction", step)).toEqual({ kind: "done" });
    expect((await openAs("support", `/requests/${request.requestId}`)).text).toContain("Withdrawn");
    within(await refundsOf()).getByRole("img", { name: /₹500\.00 is left/ });
  } finally {
    await act("admin", "setRequestsReserveAction", { doReserve: false });
  }
});

test("a reference leads to its latest attempt, whose page has the others and leads to them", async () => {
  const payment = await createPayment("17.00");
  const { merchant_transaction_id: reference, transaction_id: firstId } = payment;
  await choose(payment.payment_link, "failure");
  await choose(payment.payment_link, "retry");
  const latest = await openAs("ops", `/payments?reference=${reference}`);
  expect(latest.path).toMatch(/^\/payments\/TXN/);
  expect(latest.path).not.toContain(firstId);
  const [own, first] = latest.getAllByRole("article");
  expect(own && words(own)).toContain("INITIATED");
  expect(first?.getAttribute("aria-label")).toBe(firstId);
  // Only the latest attempt can be cancelled.
  expect(latest.getAllByRole("button", { name: "Cancel payment" })).toHaveLength(1);

  const attempts = within(latest.getByRole("region", { name: "Attempts" }));
  expect(attempts.getAllByRole("listitem")).toHaveLength(2);
  const older = await openAs("support", attempts.getByRole("link").getAttribute("href") ?? "");
  expect(older.path).toContain(firstId);
  expect(words(older.getByRole("article", { name: firstId }))).toContain("Not the latest attempt");
});

test("a link to the refund form of a reference opens that attempt, whichever is the latest", async () => {
  const payment = await createPayment("17.00");
  const { merchant_transaction_id: reference, transaction_id: firstId } = payment;
  await choose(payment.payment_link, "failure");
  await choose(payment.payment_link, "retry");
  const page = await openAs("finance", `/payments?reference=${reference}&refund=${firstId}&again=RFD1`);
  expect(page.path).toBe(`/payments/${firstId}?reference=${reference}&refund=${firstId}&again=RFD1`);
});

test("an id that the service does not know is shown as unknown, with the way on", async () => {
  const page = await openAs("support", "/payments/TXN202611211");
  page.getByText("No payment has this id");
  expect(page.getByRole("link", { name: "Search payments" }).getAttribute("href")).toBe("/payments");
});

test("a payment that failed says on top why, in the gateway's words too, and what to do; nothing says it again", async () => {
  const poor = await createPayment("251.81");
  await choose(poor.payment_link, "failure");
  const failed = await openAs("support", `/payments/${poor.transaction_id}`);
  const banner = words(failed.getByRole("region", { name: "Why it was not paid" }));
  expect(banner).toContain("Not paid: insufficient funds");
  expect(banner).toContain("Ask the customer to use another card or account");
  expect(banner).toContain("The simulated card has insufficient funds.");
  expect(failed.text).not.toMatch(/nothing was paid|was not paid/i);

  const left = await createPayment("252.00");
  await choose(left.payment_link, "drop");
  const dropped = await openAs("support", `/payments/${left.transaction_id}`);
  expect(dropped.text.split("left the checkout")).toHaveLength(2);
  expect(words(dropped.getByRole("region", { name: "Why it was not paid" }))).toContain(
    "Not paid: the customer left the checkout",
  );

  await choose(left.payment_link, "retry");
  await choose(left.payment_link, "success");
  const paid = await openAs("support", `/payments/${left.transaction_id}`);
  expect(words(paid.getByRole("region", { name: "Why it was not paid" }))).toContain(
    "The customer must not pay again.",
  );
});

test("a reference is found exactly as it is, unknown in words, or refused when it cannot be signed", async () => {
  for (const reference of [
    `é & ünï=1 #${Date.now()}?`,
    `عربي-${Date.now()}`,
    `🙂${"x".repeat(180)}${Date.now()}`,
  ]) {
    const payment = await createPayment("10.00", { merchant_transaction_id: reference });
    const page = await openAs("support", `/payments?reference=${encodeURIComponent(reference)}`);
    page.getByRole("article", { name: payment.transaction_id });
  }
  const unknown = await openAs("support", "/payments?reference=NO-SUCH-ORDER");
  expect(unknown.text).toContain("NO-SUCH-ORDER");
  expect(unknown.text).toMatch(/no payment/i);
  expect(unknown.queryByRole("article")).toBeNull();
  const refused = await openAs("support", `/payments?reference=${encodeURIComponent("a|b")}`);
  expect(refused.text).toContain('cannot contain "|"');
});

test("a link with a time zone that is none asks for the days again", async () => {
  const page = await openAs("admin", "/refunds?from=2026-11-20&zone=US/Pacific-New");
  expect(page.status).toBe(200);
  expect(page.text).toContain("The link has an unknown time zone.");
});
