import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RefundRecord, TransactionRecord } from "@/lib/contract/responses";
import type { RefundFormView } from "@/lib/refunds/refund-form-view";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { requestRefund } from "../commands/request-refund";
import { resolveUnknownRefund } from "../commands/resolve-unknown-refund";
import { trackRefund } from "../jobs/track-refund";
import { refundForm } from "./refund-form";

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

const formOf = (again: string, person = ctx, target = payment): Promise<RefundFormView> =>
  refundForm(person, { reference: "ORD-1", transactionId: target.transaction_id, again });
const againOf = async (again: string, target = payment) => {
  const view = await formOf(again, ctx, target);
  return view.kind === "ready" ? view.again : view.kind;
};

async function refunded(status: "FAILURE" | "SUCCESS" | "PROCESSING"): Promise<RefundRecord> {
  const outcome = await requestRefund(
    ctx,
    refundInput(payment, { amount: "10.91", reason: "Goods returned: box 4" }),
  );
  expect(outcome.kind).toBe("accepted");
  const refund = harness.service.refunds.at(-1);
  if (refund === undefined) throw new Error("no refund");
  const isOver = status !== "PROCESSING";
  const completedAt = isOver ? harness.clock.now().toISOString() : null;
  Object.assign(refund, { refund_status: status, refund_completed_at: completedAt });
  harness.clock.advance(60_000);
  await trackRefund(harness.services, {
    serviceAddress: ctx.routing.serviceAddress,
    refundId: refund.refund_id,
  });
  return refund;
}

describe("the form to refund again", () => {
  it("has the amount and the reason of the refund that failed", async () => {
    const refund = await refunded("FAILURE");
    expect(await againOf(refund.refund_id)).toEqual({
      kind: "failed",
      amount: "10.91",
      reason: "Goods returned: box 4",
    });
  });

  it.each(["SUCCESS", "PROCESSING"] as const)("is empty after a refund that is %s", async (status) => {
    expect(await againOf((await refunded(status)).refund_id)).toEqual({ kind: "not_failed" });
  });

  it("is empty after a refund that was paid after its failure", async () => {
    const refund = await refunded("FAILURE");
    await harness.pool.query("update refund_intents set late_success_seen_at = now()");
    expect(await againOf(refund.refund_id)).toEqual({ kind: "not_failed" });
  });

  it.each(["refund", "intent"] as const)(
    "is empty after a refund made here that was paid late and not read since, named by its %s",
    async (by) => {
      const refund = await refunded("FAILURE");
      const { rows } = await harness.pool.query<{ id: string }>("select id from refund_intents");
      const again = by === "intent" ? (rows[0]?.id ?? "") : refund.refund_id;
      expect(await againOf(again)).toMatchObject({ kind: "failed", amount: "10.91" });
      harness.clock.advance(60_000);
      Object.assign(refund, { refund_succeeded_late_at: harness.clock.now().toISOString() });
      expect(await againOf(again)).toEqual({ kind: "not_failed" });
    },
  );

  it("is empty while the service cannot be asked whether a refund made here was paid late", async () => {
    const refund = await refunded("FAILURE");
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "<html>", effect: false });
    expect(await againOf(refund.refund_id)).toEqual({ kind: "not_failed" });
  });

  it("is empty while the service cannot be asked whether a failed refund from outside was paid late", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    const completedAt = harness.clock.now().toISOString();
    Object.assign(harness.service.refunds.at(-1) ?? {}, {
      refund_status: "FAILURE",
      refund_completed_at: completedAt,
    });
    expect(await againOf(refundId)).toMatchObject({ kind: "failed", amount: "1.00" });
    harness.clock.advance(60_000);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
    expect(await againOf(refundId)).toEqual({ kind: "not_failed" });
  });

  it("has the values of a request that was not sent, and none of one whose outcome is unknown", async () => {
    harness.service.next("refund_initiate", { kind: "drop", when: "before" });
    const input = refundInput(payment, { amount: "10.00" });
    expect((await requestRefund(ctx, input)).kind).toBe("unknown");
    expect(await againOf(input.intentId)).toEqual({ kind: "not_failed" });
    const resolution = { verdict: "not_sent", intentId: input.intentId, confirmation: "10.00", reason: "x" };
    expect(await resolveUnknownRefund(ctx, resolution)).toMatchObject({ kind: "settled" });
    expect(await againOf(input.intentId)).toMatchObject({ kind: "failed", amount: "10.00" });
  });

  it("names the refund that was made again meanwhile, instead of being filled in once more", async () => {
    const refund = await refunded("FAILURE");
    const again = refundInput(payment, { amount: "10.91" });
    expect((await requestRefund(ctx, again)).kind).toBe("accepted");
    expect(await againOf(refund.refund_id)).toMatchObject({
      kind: "refunded_since",
      amount: "10.91",
      duplicates: [{ intentId: again.intentId, by: ctx.actor.name, kind: "refunded_before" }],
    });
  });

  it("is filled in when the same amount was refunded before the refund that failed, and not after it", async () => {
    await requestRefund(ctx, refundInput(payment, { amount: "10.91" }));
    harness.clock.advance(60_000);
    const outcome = await refundSeparately(ctx, refundInput(payment, { amount: "10.91", reason: "Second" }));
    const second = harness.service.refunds.find(
      (refund) => outcome.kind === "accepted" && refund.refund_id === outcome.refundId,
    );
    if (second === undefined) throw new Error("no refund");
    harness.clock.advance(60_000);
    const completedAt = harness.clock.now().toISOString();
    Object.assign(second, { refund_status: "FAILURE", refund_completed_at: completedAt });
    await trackRefund(harness.services, {
      serviceAddress: ctx.routing.serviceAddress,
      refundId: second.refund_id,
    });
    expect(await againOf(second.refund_id)).toMatchObject({ kind: "failed", reason: "Second" });
  });

  it("takes nothing from a refund of another payment, or from none", async () => {
    const refund = await refunded("FAILURE");
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    expect(await againOf(refund.refund_id, other)).toEqual({ kind: "not_found" });
    for (const id of ["RFD1", "", "|", "\0", "00000000-0000-4000-8000-000000000000"])
      expect(await againOf(id)).toEqual({ kind: "not_found" });
  });

  it("is refused to those who cannot refund", async () => {
    const refund = await refunded("FAILURE");
    expect(await formOf(refund.refund_id, await harness.ctxOf("support"))).toEqual({ kind: "forbidden" });
  });
});
