import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { PAYMENT_OPS, paymentDetail } from "@/tools/testing/dashboard/payment-bodies";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { findPayments } from "./find-payments";
import { findRefund } from "../../refunds/queries/find-refund";
import { findRefundIntent } from "../../refunds/queries/find-refund-intent";
import { listRefunds } from "../../refunds/queries/list-refunds";
import { refundForm } from "../../refunds/queries/refund-form";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1", currency: "USD", udf1: "a" });
});
afterAll(() => harness.stop());

async function refund(amount = "10.00"): Promise<{ intentId: string; refundId: string }> {
  const intentId = randomUUID();
  const outcome = await refundSeparately(ctx, {
    intentId,
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount,
    reason: "",
    isApprovalExpected: false,
  });
  if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  return outcome;
}

describe("looking up a reference", () => {
  it("lists every record newest first, with only the first marked as latest", async () => {
    const newer = harness.service.addPayment({
      merchant_transaction_id: "ORD-1",
      transaction_status: "INITIATED",
    });
    const lookup = await findPayments(ctx, "ORD-1");
    expect(lookup).toMatchObject({
      kind: "found",
      payments: [
        { transactionId: newer.transaction_id, isLatest: true, currency: "INR" },
        { transactionId: payment.transaction_id, isLatest: false, currency: "USD", udf: { udf1: "a" } },
      ],
    });
  });

  it("finds a reference without the spaces around it when no record has exactly what was typed (decision 0024)", async () => {
    expect(await findPayments(ctx, " ORD-1\u00a0")).toMatchObject({ kind: "found", reference: "ORD-1" });
    expect(await findPayments(ctx, " ORD-0 ")).toMatchObject({ kind: "not_found", reference: " ORD-0 " });
  });

  it("prefers the record of exactly what was typed, spaces included (decision 0024)", async () => {
    harness.service.addPayment({ merchant_transaction_id: " ORD-1" });
    expect(await findPayments(ctx, " ORD-1")).toMatchObject({ kind: "found", reference: " ORD-1" });
  });

  it("without an answer for the trimmed reference is a service error, not absence", async () => {
    harness.service.next("transaction_status", {
      kind: "answer",
      status: 404,
      body: '{"detail":"No transaction found for the provided details."}',
      effect: false,
    });
    harness.service.next("transaction_status", {
      kind: "answer",
      status: 502,
      body: "<html>",
      effect: false,
    });
    expect((await findPayments(ctx, " ORD-1")).kind).toBe("service_error");
  });

  it.each(["", "   ", "A|B", "a\0b", "\udc00", "x".repeat(256)])("never asks for %j", async (reference) => {
    expect((await findPayments(ctx, reference)).kind).toBe("invalid");
    expect(harness.service.calls).toEqual([]);
  });

  it.each([
    ["a 502 page", 502, "<html>", { kind: "unavailable" }],
    ["an empty 200", 200, "", { kind: "unavailable" }],
    ["an empty list", 200, "[]", { kind: "unavailable" }],
    ["a 404 page", 404, "<html>", { kind: "unavailable" }],
    ["a 404 of an unknown path", 404, '{"detail":"Not found."}', { kind: "unavailable" }],
    ["a refused key", 401, '{"detail":"Invalid authentication hash."}', { kind: "key_refused" }],
    ["too many calls", 429, '{"success":false,"message":"Wait."}', { kind: "busy", retryAfterSeconds: 1 }],
  ])('%s is serviceError, never "not found" (failure 7)', async (_name, status, body, serviceError) => {
    harness.service.next("transaction_status", { kind: "answer", status, body, effect: false });
    expect(await findPayments(ctx, "ORD-1")).toMatchObject({ kind: "service_error", serviceError });
  });

  it("that answers about another reference is a service error", async () => {
    const body = JSON.stringify([{ ...payment, merchant_transaction_id: "ORD-2" }]);
    harness.service.next("transaction_status", { kind: "answer", status: 200, body, effect: false });
    expect((await findPayments(ctx, "ORD-1")).kind).toBe("service_error");
  });
});

describe("the refund form", () => {
  const form = (person = ctx) =>
    refundForm(person, { reference: "ORD-1", transactionId: payment.transaction_id });

  it("counts refunds made here and outside the dashboard, done and in progress", async () => {
    harness.service.refundOutsideDashboard(payment, "100.00").refund_status = "SUCCESS";
    await refund("20.25");
    harness.clock.advance(10);
    expect(await form()).toMatchObject({
      kind: "ready",
      balance: { paid: "500.00", refunded: "100.00", inProgress: "20.25", left: "379.75", source: "service" },
      blockedBy: null,
    });
  });

  it("falls back on the dashboard's own ledger where the service has no balance", async () => {
    harness.service.ops = null;
    await refund("20.25");
    expect(await form()).toMatchObject({
      kind: "ready",
      balance: { paid: "500.00", refunded: "0.00", inProgress: "20.25", left: "479.75", source: "ledger" },
    });
  });

  it("says whom the money goes to, masked, and opens without it where the service does not tell", async () => {
    harness.service.ops = PAYMENT_OPS;
    const get = { kind: "answer", effect: false } as const;
    harness.service.next("/v1/ops/payments/get", {
      ...get,
      status: 200,
      body: JSON.stringify(paymentDetail(payment)),
    });
    const customer = { name: "A••• R•••", email: "a•••@e•••.com", phone: "••• 10" };
    expect(await form()).toMatchObject({ kind: "ready", customer });
    harness.service.next("/v1/ops/payments/get", { ...get, status: 503, body: "" });
    expect(await form()).toMatchObject({ kind: "ready", balance: { left: "500.00" }, customer: null });
  });

  it("is not offered for a payment that is not paid", async () => {
    payment.transaction_status = "DROP";
    expect(await form()).toEqual({ kind: "not_refundable", status: "DROP" });
  });

  it("is refused to those who may not refund, and audited", async () => {
    expect(await form(await harness.ctxOf("ops"))).toEqual({ kind: "forbidden" });
    expect(await harness.audit()).toMatchObject([
      { action: "forbidden", detail: { deed: "refund_payment" } },
    ]);
    expect(harness.service.calls).toEqual([]);
  });
});

describe("the list of refunds", () => {
  it("is newest first in pages of 50, without gap or repetition", async () => {
    payment.transaction_amount = "5000.00";
    for (let count = 0; count < 60; count += 1) await refund("1.00");
    const first = await listRefunds(ctx, {});
    expect(first.refunds).toHaveLength(50);
    const second = await listRefunds(ctx, { cursor: first.nextCursor ?? "" });
    expect(second.refunds).toHaveLength(10);
    expect(second.nextCursor).toBeNull();
    const all = [...first.refunds, ...second.refunds];
    expect(new Set(all.map((row) => row.intentId)).size).toBe(60);
    expect(all.map((row) => row.requestedAt)).toEqual(
      all
        .map((row) => row.requestedAt)
        .sort()
        .reverse(),
    );
  });

  it.each(["", "nonsense", "2026-11-21_x", "'; drop table people; --"])(
    "begins anew for the cursor %j, which is none of ours",
    async (cursor) => {
      await refund();
      expect((await listRefunds(ctx, { cursor })).refunds).toHaveLength(1);
    },
  );
});

it("every role may look, and nothing that is returned holds the key or the salt (failure 37)", async () => {
  const { intentId, refundId } = await refund();
  for (const role of ROLES) {
    const person = await harness.ctxOf(role);
    const views = [
      await findPayments(person, "ORD-1"),
      await refundForm(person, { reference: "ORD-1", transactionId: payment.transaction_id }),
      await findRefund(person, refundId),
      await findRefundIntent(person, intentId),
      await listRefunds(person, {}),
      await harness.audit(),
    ];
    const json = JSON.stringify(views);
    expect(json).not.toContain(TEST_CREDENTIALS.apiKey);
    expect(json).not.toContain(TEST_CREDENTIALS.apiSalt);
  }
});
