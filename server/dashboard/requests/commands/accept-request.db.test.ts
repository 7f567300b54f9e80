import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { approveRequest } from "../../approvals/commands/approve-request";
import { declineApproval } from "../../approvals/commands/decline-approval";
import { setApprovalRule } from "../../approvals/commands/set-approval-rule";
import { findApproval } from "../../approvals/queries/find-approval";
import type { Ctx } from "../../context";
import { viewPayment } from "../../payments/queries/view-payment";
import { requestRefund } from "../../refunds/commands/request-refund";
import { reserveRefund } from "../../refunds/commands/reserve-refund";
import { resolveRefundIntent } from "../../refunds/jobs/resolve-refund-intent";
import { refundForm } from "../../refunds/queries/refund-form";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { confirmed } from "@/tools/testing/dashboard/duplicates";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { countRequests } from "../queries/count-requests";
import { askQuestion } from "./ask-question";
import { changeRequestAmount } from "./change-request-amount";
import { declineRequest } from "./decline-request";
import { seenRequest, withRefundRequests } from "@/tools/testing/dashboard/refund-request";

const { current, input, made, step, accept, acceptAsSeen, seen, statusOf, sent } = withRefundRequests();
let harness: Harness;
let support: Ctx;
let finance: Ctx;
let payment: TransactionRecord;
beforeEach(() => {
  ({ harness, support, finance, payment } = current());
});

describe("accepting", () => {
  it("makes the request accepted with its refund, and the requester sees the outcome", async () => {
    const requestId = await made();
    expect(await refundForm(finance, { ...input(), requestId })).toMatchObject({
      request: { kind: "open", amount: "120.25", reason: "Damaged", note: "The customer called" },
    });
    const form = accept(requestId);
    const outcome = await requestRefund(finance, form);
    expect(outcome).toMatchObject({ kind: "accepted" });
    expect(await requestRefund(finance, form)).toEqual(outcome);
    expect([sent(), await statusOf(requestId)]).toEqual([1, ["ACCEPTED", "in_progress", false]]);
    expect((await harness.audit()).map(({ action }) => action)).toEqual([
      "refund_request_made",
      "refund_requested",
      "refund_request_accepted",
      "refund_accepted",
    ]);
    const refundId = harness.service.refunds[0]?.refund_id;
    const seenBySupport = async () => (await seenRequest(support, requestId)).request;
    expect(await seenBySupport()).toMatchObject({
      isOwn: true,
      state: "ACCEPTED",
      decidedBy: finance.actor.name,
      refund: { intentId: form.intentId, refundId, status: "in_progress" },
    });
    await harness.pool.query("update refund_intents set refund_status = 'SUCCESS', completed_at = now()");
    expect(await seenBySupport()).toMatchObject({ refund: { status: "refunded" } });
    const view = await viewPayment(support, { transactionId: payment.transaction_id, reference: "ORD-1" });
    if (view.kind !== "found") throw new Error(view.kind);
    expect(view.detail.refunds).toMatchObject([{ refundId, amount: "120.25" }]);
  });

  it("by two people at once makes one refund; the other sees who and which", async () => {
    const requestId = await made();
    const other = await harness.ctxOf("admin");
    const outcomes = await Promise.all([
      requestRefund(finance, accept(requestId)),
      requestRefund(other, accept(requestId)),
    ]);
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["accepted", "request_closed"]);
    const { request } = await seen(requestId);
    expect(outcomes.find(({ kind }) => kind === "request_closed")).toMatchObject({
      request: { requestId, by: request.decidedBy, refund: { intentId: request.refund?.intentId } },
    });
    expect(sent()).toBe(1);
  });

  it("with another amount records the change", async () => {
    const requestId = await made();
    await requestRefund(finance, accept(requestId, { amount: "100.00" }));
    expect((await seen(requestId)).events.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["requested", "120.25"],
      ["amount", "100.00"],
      ["accepted", "100.00"],
    ]);
  });

  it("is refused to the requester, by the action called directly too, and after a change of role", async () => {
    const requestId = await made();
    expect(await requestRefund(support, accept(requestId))).toEqual({ kind: "forbidden" });
    await harness.pool.query("update people set role = 'finance' where id = $1", [support.actor.userId]);
    const promoted = await harness.ctxOf("finance", { ...support.actor, role: "finance" });
    expect(await requestRefund(promoted, accept(requestId))).toEqual({ kind: "own_request" });
    expect(await declineRequest(promoted, step(requestId, "No"))).toEqual({ kind: "own" });
    expect([sent(), await statusOf(requestId)]).toEqual([0, ["OPEN", null, true]]);
  });

  it("needs a request of this payment at this service", async () => {
    const requestId = await made();
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-9" });
    expect(await requestRefund(finance, refundInput(other, { requestId }))).toEqual({
      kind: "request_missing",
    });
    expect(await requestRefund(finance, accept(randomUUID()))).toEqual({ kind: "request_missing" });
    await harness.pool.query("update refund_requests set service_address = 'http://other'");
    expect(await requestRefund(finance, accept(requestId))).toEqual({ kind: "request_missing" });
    expect(sent()).toBe(0);
  });

  it("above the threshold waits for approval, which the requester cannot give", async () => {
    const admin = await harness.ctxOf("admin");
    await setApprovalRule(admin, {
      role: "finance",
      currency: "INR",
      threshold: "50",
      lifetimeMinutes: "60",
    });
    const requestId = await made();
    const form = accept(requestId, { isApprovalExpected: true });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "awaiting_approval" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "awaiting_approval", false]);
    expect((await findApproval(admin, form.intentId))?.approval.fulfils).toEqual({
      requestId,
      by: support.actor.name,
    });
    await harness.pool.query("update people set role = 'finance' where id = $1", [support.actor.userId]);
    const promoted = await harness.ctxOf("finance", { ...support.actor, role: "finance" });
    const decision = { approvalId: form.intentId, note: "No", confirmedDuplicates: [] };
    expect(await approveRequest(promoted, decision)).toEqual({ kind: "own_request" });
    expect(await declineApproval(promoted, decision)).toEqual({ kind: "own_request" });
    expect(await declineApproval(admin, decision)).toEqual({ kind: "declined" });
    // Nothing was refunded, so it can be accepted again.
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "not_approved", true]);
    expect(await requestRefund(finance, await acceptAsSeen(requestId, { amount: "40.00" }))).toMatchObject({
      kind: "accepted",
    });
  });

  it("again is possible only when the refund certainly was not made", async () => {
    const requestId = await made();
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    const first = accept(requestId);
    expect(await requestRefund(finance, first)).toMatchObject({ kind: "unknown" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "unknown", false]);
    expect(await requestRefund(finance, await acceptAsSeen(requestId))).toMatchObject({
      kind: "request_closed",
    });
  });

  /** The service reports that the newest refund of the payment failed, as the dashboard has stored it. */
  const failFirst = async (): Promise<void> => {
    await harness.pool.query(
      "update refund_intents set refund_status = 'FAILURE', completed_at = now() where refund_status <> 'FAILURE'",
    );
    Object.assign(harness.service.refunds[0] ?? {}, {
      refund_status: "FAILURE",
      refund_completed_at: "2026-11-21T09:00:05.000Z",
    });
  };
  const payFirstLate = (): void => {
    Object.assign(harness.service.refunds[0] ?? {}, { refund_status: "SUCCESS" });
  };

  it.each(["a list of refunds", "the five endpoints only"])(
    "again asks whether the refund was paid late, of another amount too: with %s",
    async (service) => {
      if (service === "the five endpoints only") harness.service.ops = null;
      finance = await harness.ctxOf("finance");
      const requestId = await made();
      await requestRefund(finance, accept(requestId));
      await failFirst();
      payFirstLate();
      const again = await acceptAsSeen(requestId, { amount: "120.00" });
      expect(await requestRefund(finance, again)).toMatchObject({
        kind: "request_closed",
        request: { refund: { status: "refunded" } },
      });
      expect(harness.service.refunds).toHaveLength(1);
    },
  );

  it("a third time asks about the first refund, which was paid late, before anything is accepted", async () => {
    const requestId = await made();
    await requestRefund(finance, accept(requestId));
    await failFirst();
    const first = harness.service.refunds[0];
    await requestRefund(finance, await acceptAsSeen(requestId, { amount: "120.00" }));
    await failFirst();
    Object.assign(first ?? {}, { refund_status: "SUCCESS" });
    const third = await acceptAsSeen(requestId, { amount: "119.00" });
    const asked = await requestRefund(finance, third);
    expect(asked).toMatchObject({
      kind: "likely_duplicate",
      amount: "119.00",
      duplicates: [{ kind: "refunded_before", wasPaidLate: true, amount: "120.25" }],
    });
    expect(harness.service.refunds).toHaveLength(2);
    expect(await requestRefund(finance, confirmed(third, asked))).toMatchObject({ kind: "accepted" });
  });

  it("an approval asks whether an earlier refund of the request was paid late, and the approver has to confirm", async () => {
    const requestId = await made();
    await requestRefund(finance, accept(requestId));
    await failFirst();
    const admin = await harness.ctxOf("admin");
    const rule = { role: "finance", currency: "INR", threshold: "50", lifetimeMinutes: "60" };
    await setApprovalRule(admin, rule);
    const form = await acceptAsSeen(requestId, { amount: "120.00", isApprovalExpected: true });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "awaiting_approval" });
    payFirstLate();
    const decision = { approvalId: form.intentId, note: "", confirmedDuplicates: [] };
    expect(await approveRequest(admin, decision)).toMatchObject({
      kind: "likely_duplicate",
      duplicates: [{ kind: "refunded_before", wasPaidLate: true }],
    });
    expect(harness.service.refunds).toHaveLength(1);
    const late = harness.service.refunds[0]?.refund_id;
    expect((await seen(requestId)).request).toMatchObject({ paidLate: { refundId: late, isTwice: true } });
    await declineApproval(admin, { approvalId: form.intentId, note: "Refunded" });
    expect((await seen(requestId)).request).toMatchObject({ paidLate: { refundId: late, isTwice: false } });
  });

  it("of an older request is not possible once a newer one of the payment exists, by whichever clock", async () => {
    const first = await made();
    await requestRefund(finance, accept(first));
    await failFirst();
    // Requested at another process, whose clock is behind.
    harness.clock.advance(-300_000);
    const second = await made({ amount: "120.00" });
    harness.clock.advance(300_000);
    expect(await statusOf(first)).toEqual(["ACCEPTED", "failed", false]);
    expect(await requestRefund(finance, accept(second, { amount: "120.00" }))).toMatchObject({
      kind: "accepted",
    });
    expect(await requestRefund(finance, await acceptAsSeen(first))).toMatchObject({ kind: "request_closed" });
    expect(harness.service.refunds).toHaveLength(2);
  });

  it.each(["another amount", "a question"])(
    "by a form that was opened before a colleague entered %s refunds nothing",
    async (change) => {
      const other = await harness.ctxOf("admin");
      const requestId = await made();
      const form = await acceptAsSeen(requestId);
      if (change === "a question") await askQuestion(other, step(requestId, "Is it a fraud?"));
      else await changeRequestAmount(other, step(requestId, "20"));
      expect(await requestRefund(finance, form)).toMatchObject({ kind: "request_closed" });
      expect(await statusOf(requestId)).toEqual([change === "a question" ? "QUESTION" : "OPEN", null, true]);
      expect(sent()).toBe(0);
    },
  );

  it("survives a kill between accepting and sending: not sent, and can be accepted again", async () => {
    const requestId = await made();
    const { transaction_id: transactionId, merchant_transaction_id: reference } = payment;
    const intentId = randomUUID();
    const reserved = await reserveRefund(
      finance,
      {
        intentId,
        reference,
        transactionId,
        amountPaise: 12_025n,
        reason: "Damaged",
        reasonCode: null,
        acceptsRequest: requestId,
      },
      { currency: "INR", isTest: false, paidPaise: 50_000n, gateway: null, service: null },
    );
    expect([reserved.kind, await statusOf(requestId)]).toEqual(["reserved", ["ACCEPTED", "sending", false]]);
    // The process dies here; after a start the intent's job finds it.
    await harness.pass(10 * 60_000);
    await resolveRefundIntent(harness.services, intentId);
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "not_sent", true]);
    expect(await countRequests(finance)).toBe(1);
    const again = await acceptAsSeen(requestId, { confirmedDuplicates: [] });
    expect(await requestRefund(finance, again)).toMatchObject({ kind: "accepted" });
    expect(await statusOf(requestId)).toEqual(["ACCEPTED", "in_progress", false]);
  });

  it("writes nothing when its audit entry fails (failure 38)", async () => {
    const requestId = await made();
    const restore = await harness.breakAudit(["refund_requested", "refund_accepted"]);
    await expect(requestRefund(finance, accept(requestId))).rejects.toThrow();
    await restore();
    expect([sent(), await statusOf(requestId)]).toEqual([0, ["OPEN", null, true]]);
  });
});
