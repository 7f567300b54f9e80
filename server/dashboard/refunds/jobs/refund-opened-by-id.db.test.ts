import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RefundRecord, TransactionRecord } from "@/lib/contract/responses";
import { requestRefund } from "../commands/request-refund";
import { resolveUnknownRefund } from "../commands/resolve-unknown-refund";
import type { Ctx } from "../../context";
import { readRefundFilter } from "../domain/refund-filter";
import { findRefund } from "../queries/find-refund";
import { listRefunds } from "../queries/list-refunds";
import { findIntent } from "../store/refund-intents";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { resolveRefundIntent } from "./resolve-refund-intent";
import { trackRefund } from "./track-refund";

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

const COMPLETED_AT = "2026-11-21T09:00:05.000Z";

const submit = (intentId: string, amount: string) =>
  requestRefund(ctx, {
    intentId,
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount,
    reason: "Damaged",
  });

/** A refund that took effect and whose response was lost. */
async function loseResponse(): Promise<{ intentId: string; refund: RefundRecord }> {
  const intentId = randomUUID();
  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  expect((await submit(intentId, "120.25")).kind).toBe("unknown");
  const [refund] = harness.service.refunds;
  if (refund === undefined) throw new Error("the service has no refund");
  return { intentId, refund };
}

const end = (refund: RefundRecord, status: "SUCCESS" | "FAILURE"): RefundRecord =>
  Object.assign(refund, {
    refund_status: status,
    refund_completed_at: COMPLETED_AT,
    gateway_refund_id: "gw_1",
  });

/** Runs the scheduled job of a polled refund until none is left. */
async function trackToEnd(refundId: string): Promise<void> {
  const of = { serviceAddress: harness.services.routing.serviceAddress, refundId };
  for (let runs = 0; runs < 3; runs += 1) {
    harness.clock.advance(60_000);
    await trackRefund(harness.services, of);
  }
}

const LEARNT = [
  [
    "the job sends it again",
    ({ intentId }: { intentId: string }) => resolveRefundIntent(harness.services, intentId),
  ],
  [
    "finance enters its refund id",
    ({ intentId, refund }: { intentId: string; refund: RefundRecord }) =>
      resolveUnknownRefund(ctx, {
        verdict: "accepted",
        intentId,
        refundId: refund.refund_id,
        reason: "Seen at the gateway",
      }),
  ],
] as const;

describe.each(LEARNT)("a refund of unknown outcome that was opened by its id, when %s", (_how, learn) => {
  it.each(["SUCCESS", "FAILURE"] as const)("and it had ended as %s, ends too", async (status) => {
    const lost = await loseResponse();
    end(lost.refund, status);
    expect(await findRefund(ctx, lost.refund.refund_id)).toMatchObject({ refund: { status } });
    await learn(lost);
    await trackToEnd(lost.refund.refund_id);
    expect(await findIntent(harness.pool, lost.intentId)).toMatchObject({
      state: "ACCEPTED",
      refundStatus: status,
      completedAt: new Date(COMPLETED_AT),
    });
  });

  it("and it ends only afterwards, ends then", async () => {
    const lost = await loseResponse();
    await findRefund(ctx, lost.refund.refund_id);
    await learn(lost);
    end(lost.refund, "SUCCESS");
    await trackToEnd(lost.refund.refund_id);
    expect(await findIntent(harness.pool, lost.intentId)).toMatchObject({
      refundStatus: "SUCCESS",
      completedAt: new Date(COMPLETED_AT),
    });
  });

  it("and it had failed, is listed as failed and gives its amount back where no balance can be read", async () => {
    harness.service.ops = { idempotency: true, operations: [] };
    harness.services = harness.connect();
    ctx = await harness.ctxOf("finance");
    const lost = await loseResponse();
    end(lost.refund, "FAILURE");
    await findRefund(ctx, lost.refund.refund_id);
    await learn(lost);
    const failed = await listRefunds(ctx, {
      filter: readRefundFilter({ view: "failed" }, harness.clock.now()).filter,
    });
    expect(failed.refunds).toMatchObject([{ intentId: lost.intentId, refundStatus: "FAILURE" }]);
    expect((await submit(randomUUID(), "500.00")).kind).toBe("accepted");
  });
});
