import { beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { ENDED, FAILED, withTrackedRefund } from "@/tools/testing/dashboard/tracked-refund";
import { findRefund, checkRefundNow } from "./find-refund";
import { findRefundIntent } from "./find-refund-intent";

const LATE = { refund_succeeded_late_at: "2026-11-21T09:30:00.000Z" } as const;

const { current, refund, atService, calls, step, waiting } = withTrackedRefund();
let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;
beforeEach(() => {
  ({ harness, ctx, payment } = current());
});

describe("one refund", () => {
  it("is reported with its requester and its payment's currency, from what is known already", async () => {
    const { refundId } = await refund();
    expect(await findRefund(ctx, refundId)).toMatchObject({
      kind: "found",
      refund: {
        refundId,
        currency: "USD",
        requestedBy: ctx.actor.name,
        status: "INITIATED",
        completedAt: null,
      },
      serviceError: null,
    });
    expect(calls()).toBe(0);
  });

  it("that ends while the clock is set back ends where it was requested too", async () => {
    const { refundId, intentId } = await refund();
    harness.clock.advance(60_000);
    await checkRefundNow(ctx, refundId);
    harness.clock.advance(60_000);
    Object.assign(atService(), FAILED);
    harness.service.next("refund_status", {
      kind: "meanwhile",
      act: () => harness.clock.advance(-120_000),
    });
    expect(await checkRefundNow(ctx, refundId)).toMatchObject({ refund: { status: "FAILURE" } });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ refundStatus: "FAILURE" });
  });

  it("that failed says why where the service does, on its page and where it was requested", async () => {
    harness.service.ops = { idempotency: false, operations: ["refunds.search"] };
    const { refundId, intentId } = await refund();
    const failure = { reason: "window_over", code: "too_old", message: "Too old." };
    Object.assign(atService(), { ...FAILED, failure });
    harness.clock.advance(60_000);
    const shown = { reason: "window_over", message: "Too old." };
    expect(await checkRefundNow(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", failure: shown },
    });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ failure: shown });
  });

  it("that its gateway does not accept says why it waits, and keeps no reason where it was requested", async () => {
    harness.service.ops = { idempotency: false, operations: ["refunds.search"] };
    const { refundId, intentId } = await refund();
    Object.assign(atService(), { failure: { reason: "insufficient_balance", code: null, message: null } });
    expect(await findRefund(ctx, refundId)).toMatchObject({ refund: { failure: null } });
    harness.clock.advance(61_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { completedAt: null, failure: { reason: "insufficient_balance", message: null } },
    });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ failure: null });
  });

  it("that failed has no reason where the service has no such list", async () => {
    harness.service.ops = { idempotency: false, operations: [] };
    const { refundId } = await refund();
    Object.assign(atService(), { ...FAILED, failure: { reason: "refused", code: null, message: null } });
    harness.clock.advance(60_000);
    expect(await checkRefundNow(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", failure: null },
    });
  });

  it("that failed and was paid late says so, on its page and where it was requested", async () => {
    const { refundId, intentId } = await refund();
    Object.assign(atService(), FAILED);
    harness.clock.advance(60_000);
    expect(await checkRefundNow(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: false },
    });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ wasPaidLate: false });
    Object.assign(atService(), LATE);
    harness.clock.advance(60_000);
    expect(await checkRefundNow(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: true },
    });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({
      refundStatus: "FAILURE",
      wasPaidLate: true,
    });
  });

  it.each([
    ["paid late", LATE],
    ["SUCCESS", ENDED],
  ] as const)(
    "that failed and is %s at the service by now says so when it is opened",
    async (_name, later) => {
      const { refundId, intentId } = await refund();
      Object.assign(atService(), FAILED);
      harness.clock.advance(60_000);
      expect(await findRefund(ctx, refundId)).toMatchObject({ refund: { wasPaidLate: false } });
      Object.assign(atService(), later);
      harness.clock.advance(60_000);
      expect(await findRefund(ctx, refundId)).toMatchObject({
        refund: { status: "FAILURE", wasPaidLate: true },
      });
      expect(await findRefundIntent(ctx, intentId)).toMatchObject({
        refundStatus: "FAILURE",
        wasPaidLate: true,
      });
    },
  );

  it("that the service does not know is not found; one it cannot tell of is a service error", async () => {
    expect((await findRefund(ctx, "RFD0")).kind).toBe("not_found");
    expect((await findRefund(ctx, "RFD|0")).kind).toBe("not_found");
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "<html>", effect: false });
    expect(await findRefund(ctx, "RFD1")).toMatchObject({
      kind: "service_error",
      serviceError: { kind: "unavailable" },
    });
    expect(await waiting()).toHaveLength(0);
  });

  it("that was not found is looked up again a second later, also when the clock was set back meanwhile", async () => {
    expect((await findRefund(ctx, "RFD7")).kind).toBe("not_found");
    const outside = harness.service.refundOutsideDashboard(payment, "1.00");
    outside.refund_id = "RFD7";
    harness.clock.advance(-3_600_000);
    harness.clock.advance(1_100);
    expect((await findRefund(ctx, "RFD7")).kind).toBe("found");
  });

  it("keeps its record current, and what is terminal stays so (decision 0034)", async () => {
    const { intentId, refundId } = await refund();
    Object.assign(atService(), { ...ENDED, refund_status: "FAILURE" });
    harness.clock.advance(1_000);
    await findRefund(ctx, refundId);
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({
      refundStatus: "FAILURE",
      completedAt: ENDED.refund_completed_at,
    });
    Object.assign(atService(), ENDED);
    harness.clock.advance(5_000);
    expect(await checkRefundNow(ctx, refundId)).toMatchObject({ refund: { status: "FAILURE" } });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ refundStatus: "FAILURE" });
  });

  it("that was seen before stays known while the service is away, and says so", async () => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
    expect(await findRefund(ctx, refundId)).toMatchObject({
      kind: "found",
      refund: { status: "INITIATED" },
      serviceError: { kind: "unavailable" },
    });
    harness.clock.advance(1_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({ kind: "found", serviceError: null });
  });

  it("that the service no longer knows keeps what was seen, and says that too", async () => {
    const { refundId } = await refund();
    harness.service.refunds.length = 0;
    harness.clock.advance(1_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      kind: "found",
      serviceError: { kind: "not_found" },
    });
  });
});

describe("a refund made outside the dashboard", () => {
  it("is followed from when its id was opened, to its end, with nobody looking", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    expect(await findRefund(ctx, refundId)).toMatchObject({ refund: { currency: "USD", requestedBy: null } });
    expect(await waiting()).toHaveLength(1);
    Object.assign(atService(), ENDED);
    harness.clock.advance(1_000);
    await step(refundId);
    expect(await waiting()).toHaveLength(0);
    const before = calls();
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "SUCCESS" },
      nextCheckAt: null,
    });
    expect(calls()).toBe(before);
  });

  it("that failed and was paid late says so, whether the late payment came before or after the first view", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    Object.assign(atService(), FAILED);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: false },
    });
    Object.assign(atService(), LATE);
    harness.clock.advance(60_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: true },
      serviceError: null,
    });

    await harness.pool.query("delete from tracked_refunds");
    harness.clock.advance(60_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: true },
    });
  });

  it("that failed and was paid late between two polls says so with the poll that finds the failure", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    expect(await findRefund(ctx, refundId)).toMatchObject({ refund: { status: "INITIATED" } });
    Object.assign(atService(), FAILED, LATE);
    harness.clock.advance(60_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: true },
      serviceError: null,
    });
  });

  it("that failed and is reported as SUCCESS afterwards was paid late", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    Object.assign(atService(), FAILED);
    await findRefund(ctx, refundId);
    Object.assign(atService(), ENDED);
    harness.clock.advance(60_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: true },
    });
  });

  it("that failed is shown as last known while the service does not respond", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    Object.assign(atService(), FAILED);
    await findRefund(ctx, refundId);
    harness.clock.advance(60_000);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
    expect(await findRefund(ctx, refundId)).toMatchObject({
      kind: "found",
      refund: { status: "FAILURE" },
      serviceError: { kind: "unavailable" },
    });
  });

  it("has no currency while its payment cannot be read, and has it as soon as it can", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    harness.service.next("transaction_status", { kind: "answer", status: 502, body: "", effect: false });
    expect(await findRefund(ctx, refundId)).toMatchObject({ refund: { currency: null } });
    harness.clock.advance(1_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({ refund: { currency: "USD" } });
  });
});
