import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { OpsBody } from "@/lib/contract/ops";
import type { TransactionRecord } from "@/lib/contract/responses";
import { requestRefund } from "../../refunds/commands/request-refund";
import { revealContact } from "../commands/reveal-contact";
import type { Ctx } from "../../context";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { PAYMENT_OPS, paymentDetail, paymentItem } from "@/tools/testing/dashboard/payment-bodies";
import { viewPayment } from "./view-payment";

const GET = "/v1/ops/payments/get";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("support");
  harness.service.ops = PAYMENT_OPS;
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const response = (status: number, body: unknown): void =>
  harness.service.next(GET, { kind: "answer", status, body: JSON.stringify(body), effect: false });
const respondWith = (fields: Partial<OpsBody<"payments.get">> = {}): void =>
  response(200, paymentDetail(payment, fields));
const view = (reference: string | null = null) =>
  viewPayment(ctx, { transactionId: payment.transaction_id, reference });

async function found() {
  const lookup = await view();
  if (lookup.kind !== "found") throw new Error(lookup.kind);
  return lookup.detail;
}

describe("one payment", () => {
  it("is reported whole, to every role", async () => {
    for (const role of ROLES) {
      ctx = await harness.ctxOf(role);
      respondWith();
      expect(await found()).toMatchObject({
        payment: { transactionId: payment.transaction_id, status: "SUCCESS", isLatest: true },
        balance: { paid: "500.00", refunded: "0.00", inProgress: "0.00", left: "500.00", source: "service" },
        more: { gateway: "simulator", paidMethod: "UPI", attempt: 1 },
      });
    }
  });

  it("holds nothing of the customer's contact that was not masked", async () => {
    respondWith({ payment_link: "https://pay.example/x" });
    const json = JSON.stringify(await view());
    for (const part of ["asha", "rao@", 'example.com"', "98765", "43210", "Asha", "Rao"]) {
      expect(json).not.toContain(part);
    }
    expect(json).toContain("a•••@e•••.com");
  });

  it("is the latest only when the service lists no newer record of its reference", async () => {
    const newer = { ...payment, transaction_id: "TXN2", transaction_status: "INITIATED" as const };
    respondWith({ attempts: [paymentItem(newer), paymentItem(payment)] });
    const detail = await found();
    expect(detail.payment.isLatest).toBe(false);
    expect(detail.records.map((record) => record.transactionId)).toEqual(["TXN2", payment.transaction_id]);
  });

  it("names the other attempts of its reference that are paid, and whether their money went back", async () => {
    const twin = { ...payment, transaction_id: "TXN2" };
    const failed = { ...payment, transaction_id: "TXN3", transaction_status: "FAILURE" as const };
    const refunded = { ...paymentItem(twin), refunded_amount: "500.00", remaining_amount: "0.00" };
    respondWith({ attempts: [refunded, paymentItem(payment), paymentItem(failed)] });
    expect((await found()).payment.otherPaid).toEqual([
      expect.objectContaining({ transactionId: "TXN2", amount: "500.00", currency: "INR" }),
    ]);
    respondWith({ attempts: [refunded, paymentItem(payment)] });
    expect((await found()).payment.otherPaid).toMatchObject([{ state: { state: "REFUNDED" } }]);
    respondWith();
    expect((await found()).payment.otherPaid).toEqual([]);
  });

  it("counts what the dashboard has reserved, as the refund dialog does", async () => {
    const finance = await harness.ctxOf("finance");
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    const outcome = await requestRefund(finance, {
      intentId: randomUUID(),
      reference: "ORD-1",
      transactionId: payment.transaction_id,
      amount: "120.00",
      reason: "",
    });
    expect(outcome.kind).toBe("unknown");
    respondWith();
    const detail = await found();
    expect(detail.balance).toMatchObject({ left: "380.00", inProgress: "120.00" });
    expect(detail.openIntents).toMatchObject([{ amount: "120.00", state: "UNKNOWN" }]);
  });

  it("names who requested a refund here, and nobody for one made outside the dashboard", async () => {
    const finance = await harness.ctxOf("finance");
    const elsewhere = harness.service.refundOutsideDashboard(payment, "5.00");
    const made = await requestRefund(finance, {
      intentId: randomUUID(),
      reference: "ORD-1",
      transactionId: payment.transaction_id,
      amount: "10.00",
      reason: "Damaged",
    });
    if (made.kind !== "accepted") throw new Error(made.kind);
    respondWith({ refunds: harness.service.refunds });
    const { refunds } = await found();
    expect(refunds.find(({ refundId }) => refundId === made.refundId)?.requestedBy).toBe(finance.actor.name);
    expect(refunds.find(({ refundId }) => refundId === elsewhere.refund_id)?.requestedBy).toBeNull();
  });

  it("has no balance unless it was paid", async () => {
    payment.transaction_status = "FAILURE";
    respondWith();
    expect((await found()).balance).toBeNull();
  });

  it("offers to open only a link of the web", async () => {
    respondWith({ payment_link: "javascript:alert(1)" });
    expect((await found()).more?.link).toEqual({ url: "javascript:alert(1)", canOpen: false, qr: null });
  });
});

describe("a payment that could not be read (failure 7)", () => {
  it("is not found only when the service said so", async () => {
    response(404, { detail: "Transaction not found." });
    expect((await view()).kind).toBe("not_found");
  });

  it.each([
    [502, "<html>"],
    [200, { payment: {} }],
  ])("is a service error after %i %j", async (status, body) => {
    response(status, body);
    expect(await view()).toMatchObject({ kind: "service_error", serviceError: { kind: "unavailable" } });
  });

  it("is a service error when the answer speaks of another payment", async () => {
    response(200, paymentDetail({ ...payment, transaction_id: "TXN9" }));
    expect((await view()).kind).toBe("service_error");
  });

  it("is a service error, not a question for the reference, while the service has never said what it has", async () => {
    const down = { kind: "answer", status: 502, body: "<html>", effect: false } as const;
    harness.service.next("/v1/ops/capabilities", down);
    harness.service.next("transaction_status", down);
    expect((await view()).kind).toBe("service_error");
  });

  it("an id that cannot be looked up is not found, and not fetched", async () => {
    expect((await viewPayment(ctx, { transactionId: "a|b", reference: null })).kind).toBe("not_found");
    expect(harness.service.calls).toEqual([]);
  });
});

describe("on a service without the ops extension", () => {
  beforeEach(() => {
    harness.service.ops = null;
  });

  it("a payment is reported by its reference, with the dashboard's own refunds", async () => {
    const finance = await harness.ctxOf("finance");
    const made = await requestRefund(finance, {
      intentId: randomUUID(),
      reference: "ORD-1",
      transactionId: payment.transaction_id,
      amount: "10.00",
      reason: "Damaged",
    });
    expect(made.kind).toBe("accepted");
    expect(await view("ORD-1")).toMatchObject({
      kind: "found",
      detail: {
        payment: { status: "SUCCESS", isLatest: true },
        balance: { left: "490.00", inProgress: "10.00", source: "ledger" },
        refunds: [{ amount: "10.00", requestedBy: finance.actor.name, status: "INITIATED" }],
        more: null,
      },
    });
  });

  it("an order that was paid twice is known from the records of its reference", async () => {
    const twin = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    expect(await view("ORD-1")).toMatchObject({
      detail: { payment: { otherPaid: [{ transactionId: twin.transaction_id, state: { state: "PAID" } }] } },
    });
  });

  it("of such an order it is known that a refund of the other payment waits for approval", async () => {
    const twin = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    await setRule(harness, "0.00");
    await askFor(await harness.ctxOf("finance"), twin, "10.00");
    expect(await view("ORD-1")).toMatchObject({
      detail: { payment: { otherPaid: [{ state: { state: "PAID" }, isRefundWaiting: true }] } },
    });
  });

  it("asks for the reference when the address has none", async () => {
    expect((await view()).kind).toBe("needs_reference");
    expect((await view("a|b")).kind).toBe("needs_reference");
  });

  it("a payment of another reference is not found", async () => {
    harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    expect((await view("ORD-2")).kind).toBe("not_found");
    expect((await view("ORD-9")).kind).toBe("not_found");
  });

  it("a service error stays a service error", async () => {
    harness.service.next("transaction_status", { kind: "truncate" });
    expect((await view("ORD-1")).kind).toBe("service_error");
  });
});

describe("revealing the customer's contact", () => {
  const reveal = () => revealContact(ctx, { transactionId: payment.transaction_id });
  const actions = async () => (await harness.audit()).map((row) => row.action);

  it("tells it, and writes down who asked and which parts there were, never what they say", async () => {
    respondWith({ customer: { email: "asha.rao@example.com", phone: null, name: null } });
    expect(await reveal()).toEqual({
      kind: "revealed",
      contact: { email: "asha.rao@example.com", phone: null, name: null },
    });
    const [row] = await harness.audit();
    expect(row).toMatchObject({
      action: "contact_revealed",
      actor_email: ctx.actor.email,
      subject_id: payment.transaction_id,
      detail: { email: true, phone: false, name: false },
    });
    expect(JSON.stringify(row)).not.toContain("asha");
  });

  it("does not happen when its audit row cannot be written (failure 38)", async () => {
    respondWith();
    const mend = await harness.breakAudit();
    await expect(reveal()).rejects.toThrow("disk full");
    await mend();
  });

  it("tells nothing and writes nothing when the service tells nothing", async () => {
    response(404, { detail: "Transaction not found." });
    expect(await reveal()).toEqual({ kind: "not_found" });
    response(502, "<html>");
    expect(await reveal()).toMatchObject({ kind: "service_error" });
    expect(await revealContact(ctx, null)).toEqual({ kind: "not_found" });
    expect(await actions()).toEqual([]);
  });

  it("is not offered by a service that does not tell it", async () => {
    harness.service.ops = null;
    expect(await reveal()).toEqual({ kind: "not_offered" });
  });
});
