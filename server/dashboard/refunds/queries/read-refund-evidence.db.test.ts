import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { resolveRefundIntent } from "../jobs/resolve-refund-intent";
import { findRefundIntent } from "./find-refund-intent";
import { findRefundIntentDetail } from "./find-refund-intent-detail";
import { readRefundEvidence } from "./read-refund-evidence";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { leaveUnknown, resolveAgain } from "@/tools/testing/dashboard/unknown-refund";
import { firstRefund } from "@/tools/testing/dashboard/tracked-refund";

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

const leave = (tookEffect: boolean) => leaveUnknown(harness, ctx, payment, { tookEffect });
const madeRefund = () => firstRefund(harness);
const resolve = (intentId: string) => resolveRefundIntent(harness.services, intentId);

describe("what is known of an unknown outcome", () => {
  it("is what was tried, what came of it, and when it is tried next", async () => {
    const intentId = await leave(true);
    const broken = { kind: "answer", status: 502, body: "", effect: false } as const;
    harness.service.next("refund_initiate", broken);
    await resolve(intentId);
    expect(await findRefundIntentDetail(ctx, intentId)).toMatchObject({
      resolution: { tries: 1, resent: { finding: "no_response" }, searched: null, obstacle: null },
    });
    harness.service.next("refund_initiate", broken);
    harness.service.next("/v1/ops/refunds/search", broken);
    await resolveAgain(harness.services, intentId);
    const view = await findRefundIntentDetail(ctx, intentId);
    expect(view).toMatchObject({
      resolution: { tries: 2, searched: { means: "search", finding: "unreadable" } },
    });
    expect(Date.parse(view?.resolution?.nextTryAt ?? "")).toBeGreaterThan(Date.parse(view?.now ?? ""));
  });

  it("is that nothing can be tried, where the service offers nothing", async () => {
    harness.service.ops = null;
    const intentId = await leave(true);
    await resolve(intentId);
    expect(await findRefundIntentDetail(ctx, intentId)).toMatchObject({
      resolution: { tries: 0, obstacle: "no_means", nextTryAt: null },
    });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ state: "UNKNOWN", obstacle: "no_means" });
    expect(await readRefundEvidence(ctx, intentId)).toEqual({
      kind: "weighed",
      candidates: null,
      balance: null,
    });
  });

  it("is not that nothing can be tried, where only the list of operations cannot be read just now", async () => {
    harness.service.ops = { idempotency: true, operations: [] };
    await harness.services.routing.capabilities();
    const intentId = await leave(true);
    harness.service.next("/v1/ops/capabilities", { kind: "answer", status: 502, body: "", effect: false });
    await resolve(intentId);
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ state: "UNKNOWN", obstacle: null });
    await resolveAgain(harness.services, intentId);
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ state: "ACCEPTED" });
  });

  it("is not that nothing can be tried, before the service has told what it offers", async () => {
    const intentId = await leave(true);
    harness.service.always("/v1/ops/capabilities", { kind: "drop", when: "before" });
    await resolveRefundIntent(harness.connect(), intentId);
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ state: "UNKNOWN", obstacle: null });
  });

  it("is what the service lists and counts just now", async () => {
    const intentId = await leave(true);
    expect(await readRefundEvidence(ctx, intentId)).toMatchObject({
      kind: "weighed",
      candidates: [{ refundId: madeRefund().refund_id, amount: "120.25", reason: "Damaged" }],
      balance: { spent: "120.25", known: "0.00", unexplained: "120.25" },
    });
    harness.service.next("/v1/ops/refunds/balance", { kind: "answer", status: 502, body: "", effect: false });
    expect(await readRefundEvidence(ctx, intentId)).toMatchObject({ kind: "service_error" });
  });
});
