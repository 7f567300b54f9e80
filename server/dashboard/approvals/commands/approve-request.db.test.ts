import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { expireApproval } from "../jobs/expire-approval";
import { resolveRefundIntent } from "../../refunds/jobs/resolve-refund-intent";
import { findApproval } from "../store/approvals";
import { findIntent } from "../../refunds/store/refund-intents";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { reportedEvents } from "@/tools/testing/dashboard/notifications";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { approveRequest } from "./approve-request";
import { declineApproval } from "./decline-approval";
import { requestBulkApproval } from "../../bulk/commands/request-bulk-approval";
import { requestRefund } from "../../refunds/commands/request-refund";
import { withdrawApproval } from "./withdraw-approval";
import { waitingRows } from "@/tools/testing/dashboard/due-work";

let harness: Harness;
let asker: Ctx;
let second: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  asker = await harness.ctxOf("finance");
  second = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  await setRule(harness, "100.00");
});
afterAll(() => harness.stop());

const DAY_MS = 24 * 60 * 60_000;
const sent = () => harness.service.callsOf("refund_initiate").length;
const stateOf = async (approvalId: string) => (await findApproval(harness.pool, approvalId))?.state;
const actionsOf = async (approvalId: string) =>
  (await harness.audit()).filter((row) => row.subject_id === approvalId).map((row) => row.action);
const reportedAsFailed = async () =>
  (await reportedEvents(harness))
    .filter(({ event }) => event === "refund_failed")
    .map(({ detail }) => detail["intentId"]);
const isDue = async (approvalId: string): Promise<boolean> =>
  (await waitingRows(harness.pool, ["end-approval"])).some(({ id, inMs }) => id === approvalId && inMs <= 0);

describe("approving", () => {
  it("sends the very refund that was requested, once, under the request's id, and audits who did what", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    expect(await approveRequest(second, { approvalId, note: "Seen the photos" })).toEqual({
      kind: "approved_refund",
      refund: { kind: "accepted", intentId: approvalId, refundId: harness.service.refunds[0]?.refund_id },
    });
    expect(harness.service.refunds).toMatchObject([{ refund_amount: "200.00", refund_reason: "Damaged" }]);
    expect(harness.service.callsOf("refund_initiate")[0]?.headers["idempotency-key"]).toBe(approvalId);
    expect(await findIntent(harness.pool, approvalId)).toMatchObject({
      requestedById: asker.actor.userId,
      approvalId,
      state: "ACCEPTED",
    });
    expect(await actionsOf(approvalId)).toEqual([
      "approval_requested",
      "approval_approved",
      "refund_requested",
      "refund_accepted",
    ]);
    const approved = (await harness.audit()).find(({ action }) => action === "approval_approved");
    expect(approved).toMatchObject({
      actor_email: second.actor.email,
      detail: { note: "Seen the photos", requestedBy: asker.actor.name, totals: "INR 200.00" },
    });
  });

  it("by ten people at once has one winner and makes one call", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    const people = await Promise.all(Array.from({ length: 10 }, () => harness.ctxOf("admin")));
    const outcomes = await Promise.all(
      people.map((person, index) =>
        index % 2 === 0
          ? approveRequest(person, { approvalId, note: "" })
          : declineApproval(person, { approvalId, note: "No" }),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind !== "not_waiting")).toHaveLength(1);
    expect(sent()).toBe((await stateOf(approvalId)) === "APPROVED" ? 1 : 0);
  });

  it.each(["finance", "admin"] as const)("is never for the requester, %s or not", async (role) => {
    await setRule(harness, "100.00", "admin");
    const person = await harness.ctxOf(role);
    const approvalId = await askFor(person, payment, "200.00");
    expect(await approveRequest(person, { approvalId, note: "" })).toEqual({ kind: "own" });
    expect(await declineApproval(person, { approvalId, note: "x" })).toEqual({ kind: "own" });
    await expect(
      harness.pool.query(
        "update approval_requests set state = 'APPROVED', decided_at = now(), decided_by = requested_by",
      ),
    ).rejects.toThrow(/check constraint/);
    expect(sent()).toBe(0);
  });

  it.each(["support", "ops"] as const)("is refused to %s, and audited (failure 33)", async (role) => {
    const approvalId = await askFor(asker, payment, "200.00");
    const person = await harness.ctxOf(role);
    expect(await approveRequest(person, { approvalId, note: "" })).toEqual({ kind: "forbidden" });
    expect(await declineApproval(person, { approvalId, note: "No" })).toEqual({ kind: "forbidden" });
    expect((await actionsOf(approvalId)).filter((action) => action === "forbidden")).toHaveLength(2);
    expect(await stateOf(approvalId)).toBe("WAITING");
  });

  it("looks at the approver's session and role once more under the lock (failure 35)", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    await harness.pool.query("update people set role = 'support' where id = $1", [second.actor.userId]);
    expect(await approveRequest(second, { approvalId, note: "" })).toEqual({ kind: "signed_out" });
    expect(await stateOf(approvalId)).toBe("WAITING");
  });

  it.each([
    ["deactivated", "deactivated_at = now()"],
    ["not one who may refund any more", "role = 'support'"],
  ])("ends without a refund when the requester is %s", async (_what, change) => {
    const approvalId = await askFor(asker, payment, "200.00");
    await harness.pool.query(`update people set ${change} where id = $1`, [asker.actor.userId]);
    expect(await approveRequest(second, { approvalId, note: "" })).toMatchObject({
      kind: "not_possible",
      obstacle: "requester_gone",
    });
    expect(await stateOf(approvalId)).toBe("REFUSED");
    expect(sent()).toBe(0);
  });

  it("keeps to what was evaluated when the rule has changed since", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    await setRule(harness, "1000.00");
    expect(await findApproval(harness.pool, approvalId)).toMatchObject({
      state: "WAITING",
      totals: [{ thresholdPaise: 10_000n }],
    });
  });

  it("ends with the reason when the balance is gone meanwhile, and nothing is sent", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    harness.service.refundOutsideDashboard(payment, "350.00");
    expect(await approveRequest(second, { approvalId, note: "" })).toEqual({
      kind: "not_possible",
      obstacle: "exceeds_balance",
      left: "150.00",
      currency: "INR",
    });
    expect(await actionsOf(approvalId)).toEqual(["approval_requested", "approval_not_possible"]);
    expect(sent()).toBe(0);
  });

  it("ends with the reason when the payment is not there any more", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    harness.service.payments.clear();
    expect(await approveRequest(second, { approvalId, note: "" })).toMatchObject({
      kind: "not_possible",
      obstacle: "not_refundable",
    });
  });

  it("decides nothing in a process that does not know the service by the request's address", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    await harness.pool.query("update approval_requests set service_address = 'http://moved'");
    expect(await approveRequest(second, { approvalId, note: "" })).toEqual({ kind: "other_service" });
    expect(await stateOf(approvalId)).toBe("WAITING");
    expect(sent()).toBe(0);
  });

  it("decides nothing while the service gives no answer", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    const response = { kind: "answer", status: 502, body: "<html>", effect: false } as const;
    harness.service.next("/v1/ops/refunds/balance", response);
    expect(await approveRequest(second, { approvalId, note: "" })).toMatchObject({ kind: "service_error" });
    expect(await stateOf(approvalId)).toBe("WAITING");
    expect((await approveRequest(second, { approvalId, note: "" })).kind).toBe("approved_refund");
  });

  it("decides nothing while another refund of the payment is of unknown outcome", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    expect((await requestRefund(asker, refundInput(payment, { amount: "10.00" }))).kind).toBe("unknown");
    expect(await approveRequest(second, { approvalId, note: "" })).toEqual({ kind: "blocked" });
    expect(await stateOf(approvalId)).toBe("WAITING");
  });

  it("with an answer that never comes is unknown, reserved, and resolved as every refund is (failure 3)", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    expect(await approveRequest(second, { approvalId, note: "" })).toEqual({
      kind: "approved_refund",
      refund: { kind: "unknown", intentId: approvalId },
    });
    await resolveRefundIntent(harness.services, approvalId);
    expect((await findIntent(harness.pool, approvalId))?.state).toBe("ACCEPTED");
    expect(harness.service.refunds).toHaveLength(1);
  });

  it("of a refund that the service refuses is reported, because its requester waits in no form", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    const body = '{"success":false,"message":"Not now.","data":null}';
    harness.service.next("refund_initiate", { kind: "answer", status: 400, body, effect: false });
    expect(await approveRequest(second, { approvalId, note: "" })).toMatchObject({
      refund: { kind: "refused" },
    });
    expect(await reportedAsFailed()).toEqual([approvalId]);
  });

  it("does not happen when its audit row cannot be written (failure 38)", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    const mend = await harness.breakAudit();
    await expect(approveRequest(second, { approvalId, note: "" })).rejects.toThrow("disk full");
    await mend();
    expect(await stateOf(approvalId)).toBe("WAITING");
    expect(sent()).toBe(0);
  });
});

describe("a process that dies between the approval and its call (failure 4)", () => {
  const approveAndDie = async (): Promise<string> => {
    const approvalId = await askFor(asker, payment, "200.00");
    const routing = { ...second.routing, initiateRefund: () => Promise.reject(new Error("killed")) };
    await expect(approveRequest({ ...second, routing }, { approvalId, note: "" })).rejects.toThrow("killed");
    // The call had not begun: the state after a kill between the two transactions.
    await harness.pool.query(
      "update refund_intents set state = 'RECORDED', sent_at = null, due_at = now() where id = $1",
      [approvalId],
    );
    return approvalId;
  };
  const resolve = (intentId: string) => resolveRefundIntent(harness.services, intentId);

  it("leaves a refund that its job sends, once", async () => {
    const approvalId = await approveAndDie();
    await harness.pass(60_000);
    await Promise.all([resolve(approvalId), resolve(approvalId)]);
    await resolve(approvalId);
    expect((await findIntent(harness.pool, approvalId))?.state).toBe("ACCEPTED");
    expect(sent()).toBe(1);
  });

  it.each([
    ["who may not refund any more", "update people set role = 'support' where id = $1"],
    ["who was deactivated", "update people set deactivated_at = now() where id = $1"],
  ])("leaves it not sent for somebody %s", async (_, change) => {
    const approvalId = await approveAndDie();
    await harness.pool.query(change, [asker.actor.userId]);
    await harness.pass(60_000);
    await resolve(approvalId);
    expect([sent(), (await findIntent(harness.pool, approvalId))?.state]).toEqual([0, "NOT_SENT"]);
  });

  it("takes no more than is left, should the balance have gone elsewhere meanwhile", async () => {
    const approvalId = await approveAndDie();
    harness.service.refundOutsideDashboard(payment, "400.00");
    await harness.pass(60_000);
    await resolve(approvalId);
    expect((await findIntent(harness.pool, approvalId))?.state).toBe("REFUSED");
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(40_000n);
    expect(await reportedAsFailed()).toEqual([approvalId]);
  });

  /** A failed refund of the same payment, of which the service says when asked whether it was paid late. */
  const approveAfterFailureAndDie = async (said: object): Promise<string> => {
    expect((await requestRefund(second, refundInput(payment, { amount: "50.00" }))).kind).toBe("accepted");
    await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
    const approvalId = await approveAndDie();
    Object.assign(harness.service.refunds[0] ?? {}, {
      refund_status: "FAILURE",
      refund_completed_at: "2026-11-21T09:00:05.000Z",
      ...said,
    });
    await harness.pass(60_000);
    return approvalId;
  };

  it("leaves it not sent when a failed refund of the payment was paid late meanwhile", async () => {
    const approvalId = await approveAfterFailureAndDie({
      refund_succeeded_late_at: "2026-11-21T09:00:06.000Z",
    });
    await resolve(approvalId);
    expect([sent(), (await findIntent(harness.pool, approvalId))?.state]).toEqual([1, "NOT_SENT"]);
  });

  it("leaves it to be sent later when the service does not say just now whether that one was paid late", async () => {
    const approvalId = await approveAfterFailureAndDie({});
    harness.service.next("/v1/ops/refunds/search", { kind: "answer", status: 502, body: "", effect: false });
    expect(await resolve(approvalId)).toBeGreaterThan(0);
    expect([sent(), (await findIntent(harness.pool, approvalId))?.state]).toEqual([1, "RECORDED"]);
    await resolve(approvalId);
    expect([sent(), (await findIntent(harness.pool, approvalId))?.state]).toEqual([2, "ACCEPTED"]);
  });

  it("leaves it not sent after an hour without such a response: people expect it no more", async () => {
    const approvalId = await approveAfterFailureAndDie({});
    await harness.pass(60 * 60_000);
    harness.service.next("/v1/ops/refunds/search", { kind: "answer", status: 502, body: "", effect: false });
    await resolve(approvalId);
    expect([sent(), (await findIntent(harness.pool, approvalId))?.state]).toEqual([1, "NOT_SENT"]);
    expect(await reportedAsFailed()).toEqual([approvalId]);
  });

  it("leaves it not sent when its own time is over", async () => {
    const approvalId = await approveAndDie();
    await harness.pass(DAY_MS);
    await resolve(approvalId);
    expect((await findIntent(harness.pool, approvalId))?.state).toBe("NOT_SENT");
    expect(sent()).toBe(0);
    expect(await reportedAsFailed()).toEqual([approvalId]);
  });
});

describe("ending without a refund", () => {
  it("declining needs a reason", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    const fault = async (note: string) => declineApproval(second, { approvalId, note });
    expect(await fault("  ")).toEqual({ kind: "invalid", field: "note", fault: "missing" });
    expect(await fault("x".repeat(501))).toEqual({ kind: "invalid", field: "note", fault: "too_long" });
    expect(await fault("a\0")).toEqual({ kind: "invalid", field: "note", fault: "not_storable" });
    expect(await declineApproval(second, null)).toMatchObject({ kind: "invalid", field: "form" });
    expect(await fault("Ask for the photos")).toEqual({ kind: "declined" });
    expect(await actionsOf(approvalId)).toEqual(["approval_requested", "approval_declined"]);
  });

  it("the requester may withdraw it, and nobody else", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    expect(await withdrawApproval(second, { approvalId, note: "" })).toEqual({ kind: "not_own" });
    expect(await withdrawApproval(asker, { approvalId, note: "" })).toEqual({ kind: "withdrawn" });
    expect(await approveRequest(second, { approvalId, note: "" })).toEqual({
      kind: "not_waiting",
      state: "WITHDRAWN",
    });
    expect(await actionsOf(approvalId)).toEqual(["approval_requested", "approval_withdrawn"]);
  });

  it("nobody deciding in time ends it", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    await expireApproval(harness.services, approvalId);
    expect(await stateOf(approvalId)).toBe("WAITING");
    harness.clock.advance(DAY_MS);
    await Promise.all([1, 2].map(() => expireApproval(harness.services, approvalId)));
    expect(await stateOf(approvalId)).toBe("EXPIRED");
    expect(await actionsOf(approvalId)).toEqual(["approval_requested", "approval_expired"]);
  });

  it("a request whose time is over cannot be approved though no worker has ended it", async () => {
    const approvalId = await askFor(asker, payment, "200.00");
    harness.clock.advance(DAY_MS);
    const later = await harness.ctxOf("finance");
    expect(await approveRequest(later, { approvalId, note: "" })).toEqual({
      kind: "not_waiting",
      state: "EXPIRED",
    });
    expect(await stateOf(approvalId)).toBe("EXPIRED");
    expect(sent()).toBe(0);
  });
});

describe("a bulk run's request", () => {
  const ask = async (): Promise<{ approvalId: string; runId: string }> => {
    const runId = randomUUID();
    const rows = [{ transactionId: payment.transaction_id, amountPaise: 20_000n, currency: "INR" }];
    const asked = await inTransaction(harness.pool, (db) =>
      requestBulkApproval(db, asker, { runId, runName: "returns.csv", isTest: false, rows }),
    );
    if (asked.kind !== "waiting") throw new Error("it does not wait");
    return { approvalId: asked.approvalId, runId };
  };

  it("approved, declined or expired, is due at once, so that its run is told", async () => {
    const approved = await ask();
    expect(await approveRequest(second, { approvalId: approved.approvalId, note: "" })).toEqual({
      kind: "approved_bulk",
      runId: approved.runId,
    });
    expect(await isDue(approved.approvalId)).toBe(true);
    expect(sent()).toBe(0);

    const declined = await ask();
    await declineApproval(second, { approvalId: declined.approvalId, note: "No" });
    expect(await isDue(declined.approvalId)).toBe(true);
  });

  it("is never approved by its requester", async () => {
    const { approvalId } = await ask();
    expect(await approveRequest(asker, { approvalId, note: "" })).toEqual({ kind: "own" });
  });
});
