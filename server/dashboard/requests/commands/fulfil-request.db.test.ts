import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RecordManualRefundInput } from "@/lib/manual-refunds/manual-refund-views";
import { approveRequest } from "../../approvals/commands/approve-request";
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
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { composed } from "@/tools/testing/dashboard/composed-role";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { seenRequest, withRefundRequests } from "@/tools/testing/dashboard/refund-request";
import { changeRequestAmount } from "./change-request-amount";
import { setRequestsReserve } from "./set-requests-reserve";
import { withdrawRequest } from "./withdraw-request";

const { current, input, made, seen, statusOf, sent, acceptAsSeen } = withRefundRequests();
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

/** The requester, who may refund by now. */
async function promoted(): Promise<Ctx> {
  await harness.pool.query("update people set role = 'finance' where id = $1", [support.actor.userId]);
  return harness.ctxOf("finance", { ...support.actor, role: "finance" });
}

async function answers(): Promise<unknown[]> {
  const { rows } = await harness.pool.query<{ answer: unknown }>(
    "select detail ->> 'answer' as answer from notification_events where event = 'refund_request_answered' order by at",
  );
  return rows.map(({ answer }) => answer);
}

describe("a refund form that was opened for no request", () => {
  it("shows the request that waits, and to its requester that it is their own", async () => {
    expect(await offered()).toBeNull();
    const requestId = await made();
    expect(await offered()).toMatchObject({ requestId, amount: "120.25", steps: 1, isOwn: false });
    expect(await offered(await promoted())).toMatchObject({ requestId, isOwn: true });
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

  it("sent again after a lost answer, now with another one about the request, is refused, not called recorded", async () => {
    const requestId = await made();
    const beside = manual({ amount: "60.00", confirmedDuplicates: [requestId], requestSteps: 1 });
    const fulfilling = { ...beside, confirmedDuplicates: [], requestId };
    expect(await recordManualRefund(finance, beside)).toMatchObject({ kind: "recorded" });
    expect(await recordManualRefund(finance, fulfilling)).toMatchObject({ fault: "other_values" });
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
    const other = { ...fulfilling, manualRefundId: randomUUID(), transferReference: "UTR-2" };
    const confirmed = { ...other, confirmedDuplicates: [beside.manualRefundId] };
    expect(await recordManualRefund(finance, confirmed)).toMatchObject({ kind: "recorded" });
    expect(await recordManualRefund(finance, confirmed)).toMatchObject({ kind: "recorded" });
    const { requestId: _, ...withoutRequest } = confirmed;
    expect(await recordManualRefund(finance, withoutRequest)).toMatchObject({ fault: "other_values" });
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
    const beside = manual({ amount: "500.00", confirmedDuplicates: [requestId] });
    expect(await recordManualRefund(finance, beside)).toMatchObject({ kind: "exceeds_balance" });
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
    const requester = await promoted();
    expect(await recordManualRefund(requester, manual({ requestId }))).toEqual({ kind: "own_request" });
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
    // Nor does the requester confirm it.
    expect(await confirmManualRefund(requester, step(await recorded()))).toEqual({ kind: "own" });
  });
});

describe("a waiting request that nobody has answered for", () => {
  const separateFrom = async (): Promise<unknown> => {
    const { rows } = await harness.pool.query("select separate_from from refund_intents");
    return rows;
  };

  it("is asked about by a refund form: nothing is sent until the person says that it is in addition, or fulfils it", async () => {
    const requestId = await made();
    const form = refundInput(payment, { amount: "60.00" });
    expect(await requestRefund(finance, form)).toMatchObject({
      kind: "waiting_request",
      currency: "INR",
      request: { requestId, amount: "120.25", steps: 1, isOwn: false },
    });
    expect(sent()).toBe(0);
    // The form has ended with that, however often it is sent.
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "waiting_request" });
    const beside = refundInput(payment, { amount: "60.00", confirmedDuplicates: [requestId] });
    expect(await requestRefund(finance, beside)).toMatchObject({ kind: "accepted" });
    expect(await separateFrom()).toEqual([{ separate_from: [requestId] }]);
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
    expect(
      await requestRefund(finance, refundInput(payment, { amount: "70.00", ...(await chosen()) })),
    ).toMatchObject({
      kind: "accepted",
    });
    expect(await requestRefund(finance, refundInput(payment, { amount: "80.00" }))).toMatchObject({
      kind: "accepted",
    });
    expect(sent()).toBe(3);
  });

  it("is asked about although the person confirmed another request, which it replaced", async () => {
    const first = await made();
    const beside = refundInput(payment, { amount: "60.00", confirmedDuplicates: [first] });
    expect(await withdrawRequest(support, { requestId: first, text: "" })).toEqual({ kind: "done" });
    const second = await made();
    expect(await requestRefund(finance, beside)).toMatchObject({
      kind: "waiting_request",
      request: { requestId: second },
    });
  });

  it("is asked about although the person confirmed it as it was before it changed", async () => {
    const requestId = await made();
    const beside = { amount: "60.00", confirmedDuplicates: [requestId], requestSteps: 1 };
    expect(await changeRequestAmount(admin, { requestId, text: "60.00" })).toEqual({ kind: "done" });
    expect(await requestRefund(finance, refundInput(payment, beside))).toMatchObject({
      kind: "waiting_request",
      request: { requestId, amount: "60.00", steps: 2 },
    });
    expect(await recordManualRefund(finance, manual(beside))).toMatchObject({ kind: "waiting_request" });
    const asShown = { ...beside, requestSteps: 2 };
    expect(await requestRefund(finance, refundInput(payment, asShown))).toMatchObject({ kind: "accepted" });
  });

  it("of one's own is asked about, and can only be refunded beside", async () => {
    const requestId = await made();
    const requester = await promoted();
    expect(await requestRefund(requester, refundInput(payment))).toMatchObject({
      kind: "waiting_request",
      request: { requestId, isOwn: true },
    });
    expect(await requestRefund(requester, refundInput(payment, await chosen()))).toEqual({
      kind: "own_request",
    });
    const beside = refundInput(payment, { confirmedDuplicates: [requestId] });
    expect(await requestRefund(requester, beside)).toMatchObject({ kind: "accepted" });
  });

  it("is asked about by a manual refund", async () => {
    const requestId = await made();
    const given = manual({ amount: "60.00" });
    expect(await recordManualRefund(finance, given)).toMatchObject({
      kind: "waiting_request",
      request: { requestId },
    });
    const beside = { ...given, confirmedDuplicates: [requestId] };
    expect(await recordManualRefund(finance, beside)).toMatchObject({ kind: "recorded" });
    expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
  });

  describe("and came while a refund waited for approval", () => {
    let approvalId: string;
    let requestId: string;
    const approve = (fields: object = {}) => approveRequest(admin, { approvalId, note: "", ...fields });
    beforeEach(async () => {
      await setRule(harness, "50");
      approvalId = await askFor(finance, payment, "60.00");
      requestId = await made();
    });

    it("is asked about by the approval, which can be in addition to it", async () => {
      expect(await approve()).toMatchObject({
        kind: "waiting_request",
        request: { requestId },
        currency: "INR",
      });
      expect(sent()).toBe(0);
      expect(await approve({ confirmedDuplicates: [requestId] })).toMatchObject({ kind: "approved_refund" });
      expect(await statusOf(requestId)).toEqual(["OPEN", null, true]);
    });

    it("is fulfilled by the approved refund, if it has not changed unseen", async () => {
      expect(await approve({ requestId, requestSteps: 0 })).toMatchObject({ kind: "request_closed" });
      expect(await approve({ requestId: randomUUID() })).toMatchObject({ kind: "invalid" });
      expect(sent()).toBe(0);
      expect(await approve({ requestId, requestSteps: 1 })).toMatchObject({ kind: "approved_refund" });
      expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
      expect((await seen(requestId)).request).toMatchObject({
        decidedBy: admin.actor.name,
        refund: { intentId: approvalId },
      });
      expect(await answers()).toEqual(["accepted"]);
    });

    it("is fulfilled by a checker who may not refund, since two people decide", async () => {
      const checker = await harness.ctxOf(composed(["view_payments", "approve_refund"]));
      const fulfilling = { approvalId, note: "", requestId, requestSteps: 1 };
      expect(await approveRequest(checker, fulfilling)).toMatchObject({ kind: "approved_refund" });
      expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
    });

    it("is asked about by a refund that was to fulfil an older one, and which can only be in addition to it", async () => {
      expect(await approve({ requestId, requestSteps: 1 })).toMatchObject({ kind: "approved_refund" });
      await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
      const again = await acceptAsSeen(requestId, { amount: "60.00", isApprovalExpected: true });
      expect(await requestRefund(finance, again)).toMatchObject({ kind: "awaiting_approval" });
      const newer = await made();
      const decision = { approvalId: again.intentId, note: "", requestSteps: 1 };
      const asked = await approveRequest(admin, { ...decision, requestId: newer });
      expect(asked).toMatchObject({ kind: "waiting_request", request: { requestId: newer, isBeside: true } });
      expect(sent()).toBe(1);
      const beside = { ...decision, confirmedDuplicates: [newer] };
      expect(await approveRequest(admin, beside)).toMatchObject({ kind: "approved_refund" });
      expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
      expect(await statusOf(newer)).toEqual(["OPEN", null, true]);
    });

    it("is not fulfilled by its requester who approves", async () => {
      await harness.pool.query("update refund_requests set requested_by = $1", [admin.actor.userId]);
      expect(await approve()).toMatchObject({ kind: "waiting_request", request: { isOwn: true } });
      expect(await approve({ requestId, requestSteps: 1 })).toEqual({ kind: "own_request" });
    });
  });
});
