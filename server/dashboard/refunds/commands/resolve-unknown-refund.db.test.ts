import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES, roleAllows } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { ResolveUnknownRefundOutcome } from "@/lib/refunds/unknown-refund-views";
import type { Ctx } from "../../context";
import { resolveRefundIntent } from "../jobs/resolve-refund-intent";
import { findRefundIntentDetail } from "../queries/find-refund-intent-detail";
import { readRefundEvidence } from "../queries/read-refund-evidence";
import { findIntent } from "../store/refund-intents";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { leaveUnknown } from "@/tools/testing/dashboard/unknown-refund";
import { firstRefund } from "@/tools/testing/dashboard/tracked-refund";
import { requestRefund } from "./request-refund";
import { resolveUnknownRefund } from "./resolve-unknown-refund";
import { waitingRows } from "@/tools/testing/dashboard/due-work";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const request = (intentId: string, amount = "120.25", confirmedDuplicates: string[] = []) =>
  requestRefund(ctx, {
    intentId,
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount,
    reason: "Damaged",
    confirmedDuplicates,
  });

const leave = (tookEffect: boolean, confirmedDuplicates: string[] = []) =>
  leaveUnknown(harness, ctx, payment, { tookEffect, confirmedDuplicates });
const madeRefund = () => firstRefund(harness);
const REASON = "Seen in the gateway's portal";
const byId = (intentId: string, refundId: string, person = ctx): Promise<ResolveUnknownRefundOutcome> =>
  resolveUnknownRefund(person, { verdict: "accepted", intentId, refundId, reason: REASON });
const notSent = (intentId: string, more: object = {}, person = ctx): Promise<ResolveUnknownRefundOutcome> =>
  resolveUnknownRefund(person, {
    verdict: "not_sent",
    intentId,
    confirmation: "120.25",
    reason: REASON,
    ...more,
  });
/** Longer than any claim, and shorter than the service keeps keys and a person's session lasts here. */
const CLAIM_RUNS_OUT_MS = 30 * 60_000;
const stateOf = async (intentId: string) => (await findIntent(harness.pool, intentId))?.state;
const resolve = (intentId: string) => resolveRefundIntent(harness.services, intentId);
const sends = () => harness.service.callsOf("refund_initiate").length;

describe("settled with its refund id", () => {
  it("it is accepted, followed to its end, and audited with who said so and why", async () => {
    const intentId = await leave(true);
    expect(await byId(intentId, madeRefund().refund_id)).toEqual({
      kind: "settled",
      verdict: "accepted",
      refundId: madeRefund().refund_id,
    });
    expect(await findRefundIntentDetail(ctx, intentId)).toMatchObject({
      intent: { state: "ACCEPTED", refundId: madeRefund().refund_id },
      settlement: { verdict: "accepted", reason: REASON, by: ctx.actor.name },
    });
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "refund_settled",
      actor_email: ctx.actor.email,
      detail: { by: "hand", refundId: madeRefund().refund_id, reason: REASON },
    });
    expect(await waitingRows(harness.pool, ["track-refund"])).toHaveLength(1);
  });

  it("an id that the service does not know settles nothing", async () => {
    const intentId = await leave(true);
    expect(await byId(intentId, "RFD0")).toEqual({ kind: "wrong_refund", fault: "not_found" });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
  });

  it("a refund of another payment or of another amount is not it", async () => {
    const intentId = await leave(true);
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    const elsewhere = harness.service.refundOutsideDashboard(other, "120.25");
    expect(await byId(intentId, elsewhere.refund_id)).toEqual({
      kind: "wrong_refund",
      fault: "other_payment",
      actual: other.transaction_id,
    });
    const less = harness.service.refundOutsideDashboard(payment, "120.24");
    expect(await byId(intentId, less.refund_id)).toEqual({
      kind: "wrong_refund",
      fault: "other_amount",
      actual: "120.24",
    });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
  });

  it("a refund that was there before it was requested is not it", async () => {
    const older = harness.service.refundOutsideDashboard(payment, "120.25");
    harness.clock.advance(10 * 60_000);
    const intentId = await leave(true);
    expect(await byId(intentId, older.refund_id)).toEqual({ kind: "wrong_refund", fault: "older" });
  });

  it("a refund that belongs to another intent is not it", async () => {
    const accepted = await request(randomUUID());
    if (accepted.kind !== "accepted") throw new Error(accepted.kind);
    const intentId = await leave(false, [accepted.intentId]);
    expect(await byId(intentId, accepted.refundId)).toEqual({ kind: "wrong_refund", fault: "taken" });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
  });

  it("nothing is settled while the service gives no answer (failure 7)", async () => {
    const intentId = await leave(true);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "<html>", effect: false });
    expect(await byId(intentId, madeRefund().refund_id)).toMatchObject({ kind: "service_error" });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
    expect((await byId(intentId, madeRefund().refund_id)).kind).toBe("settled");
  });
});

describe("settled as not sent", () => {
  it("its amount is free again, and the audit log has the reason", async () => {
    const intentId = await leave(false);
    expect((await request(randomUUID())).kind).toBe("blocked");
    expect(await notSent(intentId)).toEqual({ kind: "settled", verdict: "not_sent", refundId: null });
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "refund_settled",
      detail: { by: "hand", verdict: "not_sent", reason: REASON },
    });
    expect((await request(randomUUID(), "500")).kind).toBe("accepted");
  });

  it("it is never sent again by the job that was still waiting", async () => {
    const intentId = await leave(false);
    await notSent(intentId);
    await resolve(intentId);
    expect(sends()).toBe(1);
    expect(harness.service.refunds).toHaveLength(0);
  });

  it("the service's own list speaks against it", async () => {
    const intentId = await leave(true);
    expect(await notSent(intentId)).toEqual({
      kind: "contradicted",
      by: "search",
      refundId: madeRefund().refund_id,
    });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
  });

  it("a balance that has more refunded than is known here speaks against it", async () => {
    harness.service.ops = { idempotency: false, operations: ["refunds.balance"] };
    const intentId = await leave(true);
    expect(await notSent(intentId)).toEqual({ kind: "contradicted", by: "balance", unexplained: "120.25" });
  });

  it("on a service with the five endpoints alone it rests on the person's word and an answering service", async () => {
    harness.service.ops = null;
    const intentId = await leave(false);
    harness.service.next("transaction_status", { kind: "answer", status: 503, body: "", effect: false });
    expect(await notSent(intentId)).toMatchObject({ kind: "service_error" });
    expect((await notSent(intentId)).kind).toBe("settled");
  });

  it.each([
    ["the list", "/v1/ops/refunds/search"],
    ["the payment", "transaction_status"],
  ] as const)("nothing is settled while %s cannot be read", async (_what, endpoint) => {
    const intentId = await leave(false);
    harness.service.next(endpoint, { kind: "answer", status: 502, body: "", effect: false });
    expect(await notSent(intentId)).toMatchObject({ kind: "service_error" });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
  });

  it("nothing is settled with the key of another merchant, who has the reference and none of the refunds", async () => {
    const intentId = await leave(true);
    harness.service.reset();
    harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    expect(await notSent(intentId)).toEqual({ kind: "payment_gone" });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
  });

  it("needs its amount typed, and a reason", async () => {
    const intentId = await leave(false);
    expect(await notSent(intentId, { confirmation: "120.24" })).toEqual({
      kind: "invalid",
      field: "confirmation",
      fault: "mismatch",
    });
    for (const confirmation of ["$120.25", "120,25", "USD 120.25"])
      expect(await notSent(intentId, { confirmation })).toMatchObject({ fault: "mismatch" });
    expect(await notSent(intentId, { confirmation: "" })).toMatchObject({ fault: "empty" });
    expect(await notSent(intentId, { reason: "  " })).toEqual({
      kind: "invalid",
      field: "reason",
      fault: "empty",
    });
    expect(await notSent(intentId, { reason: "x".repeat(501) })).toMatchObject({ fault: "too_long" });
    expect(await notSent(intentId, { reason: "a\0b" })).toMatchObject({ fault: "characters" });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
    expect(await notSent(intentId, { confirmation: "₹120.25" })).toMatchObject({ kind: "settled" });
  });
});

describe("who is first", () => {
  it("a try to find out that is in progress is not overtaken by a hand", async () => {
    const intentId = await leave(false);
    harness.service.next("refund_initiate", { kind: "delay", ms: 300 });
    const trying = resolve(intentId);
    await expect.poll(sends).toBe(2);
    expect(await notSent(intentId)).toEqual({ kind: "being_tried" });
    await trying;
    expect(await stateOf(intentId)).toBe("ACCEPTED");
    expect(await notSent(intentId)).toMatchObject({ kind: "not_open", intent: { state: "ACCEPTED" } });
  });

  it("while a hand's settlement is being checked, no job sends again", async () => {
    const intentId = await leave(false);
    harness.service.next("transaction_status", { kind: "delay", ms: 300 });
    const settling = notSent(intentId);
    await expect.poll(() => harness.service.callsOf("transaction_status").length).toBe(1);
    await resolve(intentId);
    expect(sends()).toBe(1);
    expect((await settling).kind).toBe("settled");
    expect(await stateOf(intentId)).toBe("NOT_SENT");
  });

  it("a try that was suspended until its claim ran out does not send after a hand's settlement", async () => {
    const intentId = await leave(false);
    const { routing } = harness.services;
    const capabilities = async () => {
      const known = await routing.capabilities();
      await harness.pass(CLAIM_RUNS_OUT_MS);
      expect((await notSent(intentId)).kind).toBe("settled");
      return known;
    };
    const suspended = { ...harness.services, routing: { ...routing, capabilities } };
    await resolveRefundIntent(suspended, intentId);
    expect(sends()).toBe(1);
    expect(await stateOf(intentId)).toBe("NOT_SENT");
  });

  it("a hand's check that was suspended until its claim ran out settles nothing after a job has sent again", async () => {
    const intentId = await leave(false);
    const { routing } = ctx;
    const refundSearch: typeof routing.refundSearch = async (...asked) => {
      const page = await routing.refundSearch(...asked);
      await harness.pass(CLAIM_RUNS_OUT_MS);
      harness.service.next("refund_initiate", { kind: "drop", when: "after" });
      await resolve(intentId);
      return page;
    };
    const suspended = { ...ctx, routing: { ...routing, refundSearch } };
    expect(await notSent(intentId, {}, suspended)).toEqual({ kind: "being_tried" });
    expect(await stateOf(intentId)).toBe("UNKNOWN");
    expect(harness.service.refunds).toHaveLength(1);
  });

  it("of many who settle at once, one does, and the audit log has one row of it", async () => {
    const intentId = await leave(true);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => byId(intentId, madeRefund().refund_id)),
    );
    expect(outcomes.filter(({ kind }) => kind === "settled")).toHaveLength(1);
    const settled = (await harness.audit()).filter(({ action }) => action === "refund_settled");
    expect(settled).toHaveLength(1);
  });
});

describe("who may", () => {
  it.each(ROLES)("settling is for finance and admins alone, and a refusal is audited: %s", async (role) => {
    const intentId = await leave(true);
    const outcome = await byId(intentId, madeRefund().refund_id, await harness.ctxOf(role));
    expect(outcome.kind).toBe(roleAllows(role, "settle_refund") ? "settled" : "forbidden");
    if (outcome.kind === "forbidden") {
      expect((await harness.audit()).at(-1)).toMatchObject({
        action: "forbidden",
        detail: { deed: "settle_refund", role },
      });
      expect(await stateOf(intentId)).toBe("UNKNOWN");
    }
  });

  it("without its audit row nothing is settled (failure 38)", async () => {
    const intentId = await leave(true);
    const mend = await harness.breakAudit();
    await expect(byId(intentId, madeRefund().refund_id)).rejects.toThrow();
    await mend();
    expect(await findRefundIntentDetail(ctx, intentId)).toMatchObject({
      intent: { state: "UNKNOWN" },
      settlement: null,
    });
    expect((await byId(intentId, madeRefund().refund_id)).kind).toBe("settled");
  });

  it.each([
    ["nothing", undefined],
    ["no verdict", { intentId: randomUUID(), reason: "x" }],
    ["an id with a bar", { verdict: "accepted", intentId: randomUUID(), refundId: "R|1", reason: "x" }],
    ["an unknown intent", { verdict: "accepted", intentId: randomUUID(), refundId: "R1", reason: "x" }],
  ])("%s settles nothing", async (_what, input) => {
    expect(["invalid", "not_open"]).toContain((await resolveUnknownRefund(ctx, input)).kind);
    expect(harness.service.calls).toEqual([]);
  });

  it("one that was sent to another service is not evaluated by this one", async () => {
    const intentId = await leave(true);
    await harness.pool.query("update refund_intents set service_address = 'https://other.example.com'");
    expect(await byId(intentId, madeRefund().refund_id)).toEqual({ kind: "other_service" });
    expect(await readRefundEvidence(ctx, intentId)).toEqual({ kind: "other_service" });
  });
});
