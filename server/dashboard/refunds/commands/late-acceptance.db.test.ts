import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { acceptanceAsSeen, requestPart, seenRequest } from "@/tools/testing/dashboard/refund-request";
import { declineRequest } from "../../requests/commands/decline-request";
import { resolveRefundIntent } from "../jobs/resolve-refund-intent";
import { findIntent } from "../store/refund-intents";
import { findTracked } from "../store/tracked-refunds";
import { requestRefund } from "./request-refund";
import { resolveUnknownRefund } from "./resolve-unknown-refund";
import { storeRefundResponse } from "./store-refund-response";
import { resolveAgain } from "@/tools/testing/dashboard/unknown-refund";

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

/** The process that calls is suspended before the service accepts: until then `meanwhile` happens. */
async function suspendedDuring(meanwhile: (intentId: string) => Promise<void>): Promise<string> {
  const form = refundInput(payment);
  harness.service.next("refund_initiate", { kind: "meanwhile", act: () => meanwhile(form.intentId) });
  await requestRefund(ctx, form);
  return form.intentId;
}

/** Longer than a call can take. */
const CALL_IS_OVER_MS = 60_000;

async function becomesUnknown(intentId: string): Promise<void> {
  await harness.pass(CALL_IS_OVER_MS);
  await resolveRefundIntent(harness.services, intentId);
  expect(await findIntent(harness.pool, intentId)).toMatchObject({ state: "UNKNOWN" });
}

async function settledAsNotSent(intentId: string): Promise<void> {
  await becomesUnknown(intentId);
  await settle(intentId);
}

async function settle(intentId: string): Promise<void> {
  const verdict = { verdict: "not_sent", intentId, confirmation: "120.25", reason: "Not in the portal" };
  expect(await resolveUnknownRefund(ctx, verdict)).toMatchObject({ kind: "settled" });
}

const notified = async () => {
  await expandAll(harness);
  return (await notifiedPeople(harness)).filter(({ event }) => event === "refund_made_after_all");
};

describe("a refund that the service accepts after it was decided otherwise", () => {
  it("is shown as accepted and followed, and finance is notified", async () => {
    const intentId = await suspendedDuring(settledAsNotSent);
    const refundId = harness.service.refunds[0]?.refund_id ?? "";
    expect(await findIntent(harness.pool, intentId)).toMatchObject({ state: "ACCEPTED", refundId });
    const { serviceAddress } = ctx.routing;
    expect(await findTracked(harness.pool, { serviceAddress, refundId })).toMatchObject({ isMadeHere: true });
    expect(await notified()).toMatchObject([
      { personId: ctx.actor.userId, detail: { intentId, refundId, amount: "120.25", reference: "ORD-1" } },
    ]);
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "refund_accepted",
      subject_id: intentId,
      detail: { by: "after_all", refundId },
    });
  });

  describe("for a refund request", () => {
    /** The refund that fulfils a request is accepted late, after this happened. */
    async function acceptedLateAfter(meanwhile: (requestId: string) => Promise<void>): Promise<string> {
      const requestId = await requestPart(await harness.ctxOf("support"), payment);
      const form = refundInput(payment, { requestId });
      const act = async () => {
        await settledAsNotSent(form.intentId);
        await meanwhile(requestId);
      };
      harness.service.next("refund_initiate", { kind: "meanwhile", act });
      await requestRefund(ctx, form);
      return requestId;
    }
    const first = () => harness.service.refunds.find(({ refund_amount: amount }) => amount === "120.25");

    it("is shown with the request, although that was declined as if nothing had been refunded", async () => {
      const requestId = await acceptedLateAfter(async (id) => {
        expect(await declineRequest(ctx, { requestId: id, text: "Too late" })).toEqual({ kind: "done" });
      });
      const { request } = await seenRequest(ctx, requestId);
      const refund = { status: "in_progress", refundId: first()?.refund_id };
      expect(request).toMatchObject({ state: "DECLINED", refund });
    });

    it("beside the one that the request was accepted with again: it says so, and the next refund is asked about it", async () => {
      const requestId = await acceptedLateAfter(async (id) => {
        const again = await acceptanceAsSeen(ctx, payment, id, { amount: "120.00" });
        expect(await requestRefund(ctx, again)).toMatchObject({ kind: "accepted" });
      });
      const refundId = first()?.refund_id;
      expect((await seenRequest(ctx, requestId)).request).toMatchObject({
        paidLate: { refundId, isTwice: true },
      });
      await harness.pool.query(
        "update refund_intents set refund_status = 'FAILURE', completed_at = now() where amount_paise = 12000",
      );
      const third = await acceptanceAsSeen(ctx, payment, requestId, { amount: "119.00" });
      expect(await requestRefund(ctx, third)).toMatchObject({
        kind: "likely_duplicate",
        duplicates: [{ kind: "refunded_before", refundId, amount: "120.25", wasPaidLate: false }],
      });
      const driver = new BulkDriver(harness);
      const runId = await driver.prepare(ctx, "refund", "ORD-1,119.00,a");
      expect(await driver.rows(ctx, runId)).toMatchObject([
        {
          faults: [
            { kind: "refunded_before", refundId },
            { kind: "refund_requested", requestId },
          ],
        },
      ]);
    });
  });

  it("is not reported when another process has found the same refund", async () => {
    const intentId = await suspendedDuring(becomesUnknown);
    expect(await findIntent(harness.pool, intentId)).toMatchObject({ state: "ACCEPTED" });
    expect(await notified()).toEqual([]);
  });

  it("beside another refund of the same intent is reported with its id; the intent keeps its own", async () => {
    harness.service.ops = null;
    const intentId = await suspendedDuring(async (id) => {
      await becomesUnknown(id);
      const own = harness.service.refundOutsideDashboard(payment, "120.25");
      const verdict = { verdict: "accepted", intentId: id, refundId: own.refund_id, reason: "In the portal" };
      expect(await resolveUnknownRefund(ctx, verdict)).toMatchObject({ kind: "settled" });
    });
    const [second, own] = harness.service.refunds;
    expect(await findIntent(harness.pool, intentId)).toMatchObject({ refundId: own?.refund_id });
    expect(await notified()).toMatchObject([{ detail: { intentId, refundId: second?.refund_id } }]);
  });

  it("which a search has found for another intent is reported; that intent keeps it", async () => {
    const first = refundInput(payment);
    harness.service.next("refund_initiate", { kind: "drop", when: "before" });
    await requestRefund(ctx, first);
    await harness.pass(CALL_IS_OVER_MS);
    await settle(first.intentId);
    const again = refundInput(payment);
    expect(await requestRefund(ctx, again)).toMatchObject({ kind: "accepted" });
    const [intent, refundId] = [
      await findIntent(harness.pool, first.intentId),
      harness.service.refunds[0]?.refund_id ?? "",
    ];
    if (intent === null) throw new Error("no intent");
    const response = { state: "ACCEPTED", refundId, refundStatus: "INITIATED" } as const;
    const source = { actor: ctx.actor, by: "call" } as const;
    expect(await storeRefundResponse(harness.services, intent, response, source)).toBe(false);
    expect(await findIntent(harness.pool, first.intentId)).toMatchObject({
      state: "NOT_SENT",
      refundId: null,
    });
    expect(await findIntent(harness.pool, again.intentId)).toMatchObject({ state: "ACCEPTED", refundId });
    expect(await notified()).toMatchObject([{ detail: { intentId: first.intentId, refundId } }]);
  });

  it("is not taken from the service's list: what is found there may be the refund made again", async () => {
    const first = refundInput(payment);
    harness.service.next("refund_initiate", { kind: "drop", when: "before" });
    await requestRefund(ctx, first);
    const again = refundInput(payment);
    harness.service.ops = { idempotency: false, operations: ["refunds.search"] };
    harness.service.next("/v1/ops/refunds/search", {
      kind: "meanwhile",
      act: async () => {
        await harness.pass(CALL_IS_OVER_MS);
        const verdict = { verdict: "not_sent", confirmation: "120.25", reason: "Not in the portal" };
        const settled = await resolveUnknownRefund(ctx, { ...verdict, intentId: first.intentId });
        expect(settled).toMatchObject({ kind: "settled" });
        harness.service.next("refund_initiate", { kind: "drop", when: "after" });
        expect(await requestRefund(ctx, again)).toMatchObject({ kind: "unknown" });
      },
    });
    await resolveAgain(harness.services, first.intentId);
    expect(await findIntent(harness.pool, first.intentId)).toMatchObject({ state: "NOT_SENT" });
    await resolveAgain(harness.services, again.intentId);
    expect(await findIntent(harness.pool, again.intentId)).toMatchObject({ state: "ACCEPTED" });
  });
});
