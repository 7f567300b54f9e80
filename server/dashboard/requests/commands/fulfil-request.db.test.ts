import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RecordManualRefundInput } from "@/lib/manual-refunds/manual-refund-views";
import { setApprovalRule } from "../../approvals/commands/set-approval-rule";
import type { Ctx } from "../../context";
import {
  confirmManualRefund,
  declineManualRefund,
  proposeVoidOfManualRefund,
  voidManualRefund,
} from "../../manual-refunds/commands/on-manual-refund";
import { recordManualRefund } from "../../manual-refunds/commands/record-manual-refund";
import { listQueue } from "../../queues/queries/list-queue";
import { requestRefund } from "../../refunds/commands/request-refund";
import { refundForm } from "../../refunds/queries/refund-form";
import type { Harness } from "../../testing/harness";
import { refundInput } from "../../testing/refund-input";
import { seenRequest, withRefundRequests } from "../../testing/refund-request";
import { setRequestsReserve } from "./set-requests-reserve";

const { current, input, made, seen, statusOf, sent } = withRefundRequests();
let harness: Harness;
let support: Ctx;
let finance: Ctx;
let admin: Ctx;
let payment: TransactionRecord;
beforeEach(async () => {
  ({ harness, support, finance, payment } = current());
  admin = await harness.ctxOf("admin");
});

/** The request that a refund form of the payment, which was opened for none, offers to fulfil. */
async function offered(ctx = finance) {
  const { reference, transactionId } = input();
  const form = await refundForm(ctx, { reference, transactionId });
  if (form.kind !== "ready") throw new Error(JSON.stringify(form));
  return form.waitingRequest;
}

async function chosen() {
  const request = await offered();
  if (request === null) throw new Error("no request is offered");
  return { requestId: request.requestId, requestSteps: request.steps };
}

const manual = (fields: Partial<RecordManualRefundInput> = {}): RecordManualRefundInput => ({
  manualRefundId: randomUUID(),
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
  amount: "120.25",
  method: "bank_transfer",
  paidOn: harness.clock.now().toISOString().slice(0, 10),
  transferReference: `UTR-${randomUUID()}`,
  note: "",
  ...fields,
});

async function recorded(fields: Partial<RecordManualRefundInput> = {}): Promise<string> {
  const given = manual({ ...(await chosen()), ...fields });
  expect(await recordManualRefund(finance, given)).toMatchObject({ kind: "recorded" });
  return given.manualRefundId;
}

const step = (manualRefundId: string, reason = "It came back") => ({ manualRefundId, reason });

async function answers(): Promise<unknown[]> {
  const { rows } = await harness.pool.query<{ answer: unknown }>(
    "select detail ->> 'answer' as answer from notification_events where event = 'refund_request_answered' order by at",
  );
  return rows.map(({ answer }) => answer);
}

describe("a refund form that was opened for no request", () => {
  it("offers the request that waits, to everybody but its requester", async () => {
    expect(await offered()).toBeNull();
    const requestId = await made();
    expect(await offered()).toMatchObject({ requestId, amount: "120.25", steps: 1 });
    await harness.pool.query("update people set role = 'finance' where id = $1", [support.actor.userId]);
    expect(await offered(await harness.ctxOf("finance", { ...support.actor, role: "finance" }))).toBeNull();
  });

  it("fulfils it with a refund of another amount, and offers it again when that refund failed", async () => {
    const requestId = await made();
    const form = refundInput(payment, { amount: "100.00", ...(await chosen()) });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "accepted" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
    expect((await seen(requestId)).request.refund).toMatchObject({ intentId: form.intentId });
    expect(await answers()).toEqual(["accepted"]);
    expect(await offered()).toBeNull();
    await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "failed", true]);
    expect(await offered()).toMatchObject({ requestId });
  });

  it("fulfils it with a refund that needs approval", async () => {
    await setApprovalRule(admin, {
      role: "finance",
      currency: "INR",
      threshold: "50",
      lifetimeMinutes: "60",
    });
    const requestId = await made();
    const form = refundInput(payment, { amount: "60.00", isApprovalExpected: true, ...(await chosen()) });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "awaiting_approval" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "awaiting_approval", false]);
  });
});

describe("a manual refund", () => {
  it("fulfils the request: nobody accepts it again, and its requester sees what became of it", async () => {
    const requestId = await made();
    const fulfils = await chosen();
    const given = manual(fulfils);
    const outcome = { kind: "recorded", manualRefundId: given.manualRefundId };
    expect(await recordManualRefund(finance, given)).toEqual(outcome);
    expect(await recordManualRefund(finance, given)).toEqual(outcome);
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "awaiting_confirmation", false]);
    expect(await answers()).toEqual(["accepted"]);
    expect((await seenRequest(support, requestId)).request).toMatchObject({
      decidedBy: finance.actor.name,
      refund: { intentId: given.manualRefundId, transactionId: payment.transaction_id },
    });
    expect(await requestRefund(admin, refundInput(payment, fulfils))).toMatchObject({
      kind: "request_closed",
      request: { refund: { status: "awaiting_confirmation" } },
    });
    expect(sent()).toBe(0);
    expect(await confirmManualRefund(admin, step(given.manualRefundId))).toEqual({ kind: "done" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "returned", false]);
    expect(await offered()).toBeNull();
  });

  it("that was declined or voided leaves the request to be decided again", async () => {
    const requestId = await made();
    const first = await recorded();
    expect(await declineManualRefund(admin, step(first))).toEqual({ kind: "done" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "not_returned", true]);
    const { items } = await listQueue(finance, { team: "finance", state: "open", owner: "all" });
    expect(items).toMatchObject([{ itemId: requestId, condition: "request_not_made" }]);

    const second = await recorded();
    expect(await confirmManualRefund(admin, step(second))).toEqual({ kind: "done" });
    expect(await proposeVoidOfManualRefund(finance, step(second))).toEqual({ kind: "done" });
    // Its amount stays reserved until a second person agrees.
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "returned", false]);
    expect(await voidManualRefund(admin, step(second))).toEqual({ kind: "done" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "not_returned", true]);
  });

  it("is not held back by the reservation of the request that it fulfils", async () => {
    expect(await setRequestsReserve(admin, { doReserve: true })).toEqual({ kind: "saved" });
    const requestId = await made({ amount: "500.00" });
    expect(await recordManualRefund(finance, manual({ amount: "500.00" }))).toMatchObject({
      kind: "exceeds_balance",
    });
    await recorded({ amount: "500.00" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "awaiting_confirmation", false]);
  });

  it("records nothing when the request has changed unseen, is of another payment, or is one's own", async () => {
    const requestId = await made();
    expect(await recordManualRefund(finance, manual({ requestId, requestSteps: 0 }))).toMatchObject({
      kind: "request_closed",
    });
    expect(await recordManualRefund(finance, manual({ requestId: randomUUID() }))).toEqual({
      kind: "request_missing",
    });
    await harness.pool.query("update people set role = 'finance' where id = $1", [support.actor.userId]);
    const promoted = await harness.ctxOf("finance", { ...support.actor, role: "finance" });
    expect(await recordManualRefund(promoted, manual({ requestId }))).toEqual({ kind: "own_request" });
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
    // Nor does the requester confirm it.
    expect(await confirmManualRefund(promoted, step(await recorded()))).toEqual({ kind: "own" });
  });
});
