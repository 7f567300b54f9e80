import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { RefundRecord, TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { resumeJobs } from "../../jobs/resume";
import { trackRefund } from "../jobs/track-refund";
import { BUSY } from "../../testing/bulk";
import { type Harness, startHarness, TEST_TIMEOUT_MS } from "../../testing/harness";
import { refundSeparately } from "../../testing/separate-refund";
import { findRefund, checkRefundNow } from "./find-refund";
import { findRefundIntent } from "./find-refund-intent";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1", currency: "USD" });
});
afterAll(() => harness.stop());

const ENDED = { refund_status: "SUCCESS", refund_completed_at: "2026-11-21T09:00:05.000Z" } as const;

const FAILED = { refund_status: "FAILURE", refund_completed_at: "2026-11-21T09:00:05.000Z" } as const;
const LATE = { refund_succeeded_late_at: "2026-11-21T09:30:00.000Z" } as const;

async function refund(): Promise<{ intentId: string; refundId: string }> {
  const outcome = await refundSeparately(ctx, {
    intentId: randomUUID(),
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount: "10.00",
    reason: "",
    isApprovalExpected: false,
  });
  if (outcome.kind !== "accepted") throw new Error(outcome.kind);
  return outcome;
}
const atService = (): RefundRecord => {
  const [record] = harness.service.refunds;
  if (record === undefined) throw new Error("no refund");
  return record;
};
const calls = () => harness.service.callsOf("refund_status").length;
const job = (refundId: string) =>
  trackRefund(harness.services, { serviceAddress: harness.services.routing.serviceAddress, refundId });
async function jobs(): Promise<number> {
  const { rows } = await harness.pool.query(
    "select 1 from graphile_worker.jobs where task_identifier = 'track-refund'",
  );
  return rows.length;
}
const deleteAllJobs = () => harness.pool.query("delete from graphile_worker._private_jobs");

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
      trouble: null,
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

  it("that failed and was paid late says so, on its page and where it was requested", async () => {
    const { refundId, intentId } = await refund();
    const failed = { refund_status: "FAILURE", refund_completed_at: "2026-11-21T09:00:05.000Z" } as const;
    Object.assign(atService(), failed);
    harness.clock.advance(60_000);
    expect(await checkRefundNow(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: false },
    });
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ wasPaidLate: false });
    Object.assign(atService(), { refund_succeeded_late_at: "2026-11-21T09:30:00.000Z" });
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

  it("that the service does not know is not found; one it cannot tell of is trouble", async () => {
    expect((await findRefund(ctx, "RFD0")).kind).toBe("not_found");
    expect((await findRefund(ctx, "RFD|0")).kind).toBe("not_found");
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "<html>", effect: false });
    expect(await findRefund(ctx, "RFD1")).toMatchObject({
      kind: "trouble",
      trouble: { kind: "unavailable" },
    });
    expect(await jobs()).toBe(0);
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
      trouble: { kind: "unavailable" },
    });
    harness.clock.advance(1_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({ kind: "found", trouble: null });
  });

  it("that the service no longer knows keeps what was seen, and says that too", async () => {
    const { refundId } = await refund();
    harness.service.refunds.length = 0;
    harness.clock.advance(1_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      kind: "found",
      trouble: { kind: "not_found" },
    });
  });
});

describe("a refund made outside the dashboard", () => {
  it("is followed from when its id was opened, to its end, with nobody looking", async () => {
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    expect(await findRefund(ctx, refundId)).toMatchObject({ refund: { currency: "USD", requestedBy: null } });
    expect(await jobs()).toBe(1);
    Object.assign(atService(), ENDED);
    harness.clock.advance(1_000);
    await deleteAllJobs();
    await job(refundId);
    expect(await jobs()).toBe(0);
    const before = calls();
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "SUCCESS" },
      nextCheckAt: null,
    });
    expect(calls()).toBe(before);
  });

  it("that failed and was paid late says so, whether the late payment came before or after the first view", async () => {
    const failed = { refund_status: "FAILURE", refund_completed_at: "2026-11-21T09:00:05.000Z" } as const;
    const { refund_id: refundId } = harness.service.refundOutsideDashboard(payment, "1.00");
    Object.assign(atService(), failed);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: false },
    });
    Object.assign(atService(), { refund_succeeded_late_at: "2026-11-21T09:30:00.000Z" });
    harness.clock.advance(60_000);
    expect(await findRefund(ctx, refundId)).toMatchObject({
      refund: { status: "FAILURE", wasPaidLate: true },
      trouble: null,
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
      trouble: null,
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
    Object.assign(atService(), { refund_status: "FAILURE", refund_completed_at: "2026-11-21T09:00:05.000Z" });
    await findRefund(ctx, refundId);
    harness.clock.advance(60_000);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
    expect(await findRefund(ctx, refundId)).toMatchObject({
      kind: "found",
      refund: { status: "FAILURE" },
      trouble: { kind: "unavailable" },
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

describe("many who watch one refund", () => {
  it("are a hundred tabs and one call an interval", async () => {
    const { refundId } = await refund();
    const tabs = () => Promise.all(Array.from({ length: 100 }, () => findRefund(ctx, refundId)));
    harness.clock.advance(1_000);
    await tabs();
    expect(calls()).toBe(1);
    await tabs();
    expect(calls()).toBe(1);
    harness.clock.advance(1_000);
    const views = await tabs();
    expect(calls()).toBe(2);
    expect(views.every((view) => view.kind === "found")).toBe(true);
  });

  it("share the call with every other process and with the job", async () => {
    const { refundId } = await refund();
    const otherProcess = { ...ctx, routing: harness.connect().routing };
    harness.clock.advance(1_000);
    harness.service.next("refund_status", { kind: "delay", ms: 200 });
    await Promise.all([
      ...Array.from({ length: 20 }, () => findRefund(ctx, refundId)),
      ...Array.from({ length: 20 }, () => findRefund(otherProcess, refundId)),
      job(refundId),
    ]);
    expect(calls()).toBe(1);
  });

  it("all get the final status from the one poll that finds it, in whichever process it was made", async () => {
    const { refundId } = await refund();
    const otherProcess = { ...ctx, routing: harness.connect().routing };
    Object.assign(atService(), ENDED);
    harness.clock.advance(1_000);
    harness.service.next("refund_status", { kind: "delay", ms: 200 });
    const views = await Promise.all([findRefund(ctx, refundId), findRefund(otherProcess, refundId)]);
    expect(views).toMatchObject(Array(2).fill({ refund: { status: "SUCCESS" }, nextCheckAt: null }));
    expect(calls()).toBe(1);
  });

  it("may all press “check now”: it is asked at once, for all of them, and not again within the interval", async () => {
    const { refundId } = await refund();
    harness.clock.advance(10 * 60_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(1);
    harness.clock.advance(1_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(1);
    await Promise.all(Array.from({ length: 30 }, () => checkRefundNow(ctx, refundId)));
    expect(calls()).toBe(2);
  });

  it("look once a second in the first minute, and less with age (failure 26)", async () => {
    const { refundId } = await refund();
    const wait = async (): Promise<number> => {
      const view = await findRefund(ctx, refundId);
      if (view.kind !== "found" || view.nextCheckAt === null) throw new Error(view.kind);
      return Date.parse(view.nextCheckAt) - Date.parse(view.checkedAt);
    };
    for (const age of [1_000, 20_000, 38_000]) {
      harness.clock.advance(age);
      expect(await wait()).toBeLessThanOrEqual(1_100);
    }
    harness.clock.advance(24 * 60 * 60_000);
    await wait();
    harness.clock.advance(60_000);
    expect(await wait()).toBeLessThanOrEqual(31_000);
  });

  it("let a busy service have the pause that it asks for", async () => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    const busy = {
      kind: "answer",
      status: 429,
      body: '{"success":false,"message":"Wait.","data":null}',
      effect: false,
    } as const;
    harness.service.next("refund_status", { ...busy, headers: { "retry-after": "60" } });
    expect(await findRefund(ctx, refundId)).toMatchObject({
      trouble: { kind: "busy", retryAfterSeconds: 60 },
    });
    harness.clock.advance(50_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(1);
    harness.clock.advance(11_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(2);
  });
});

describe("following an accepted refund", () => {
  it("goes on until refund_completed_at is set, through troubles, and then stops (failure 26)", async () => {
    const { intentId, refundId } = await refund();
    await deleteAllJobs();
    harness.clock.advance(1_000);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
    await job(refundId);
    expect(await jobs()).toBe(1);

    await deleteAllJobs();
    Object.assign(atService(), { refund_status: "SUCCESS" });
    harness.clock.advance(10_000);
    await job(refundId);
    expect(await jobs()).toBe(1);

    await deleteAllJobs();
    Object.assign(atService(), ENDED);
    harness.clock.advance(10_000);
    await job(refundId);
    expect(await jobs()).toBe(0);
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ refundStatus: "SUCCESS" });
  });

  it("asks nobody before it is due, and keeps its place", async () => {
    const { refundId } = await refund();
    await deleteAllJobs();
    await job(refundId);
    expect(calls()).toBe(0);
    expect(await jobs()).toBe(1);
  });

  it("gives way while the service turns calls away: two looks a second, the others as soon as it no longer does", async () => {
    const made = [];
    for (let count = 0; count < 4; count += 1) made.push(await refund());
    harness.clock.advance(1_000);
    harness.service.next("transaction_status", BUSY);
    await harness.services.routing.transactionStatus("ORD-1");

    await deleteAllJobs();
    for (const { refundId } of made) await job(refundId);
    expect(calls()).toBe(1);
    expect(await jobs()).toBe(4);
    harness.clock.advance(500);
    for (const { refundId } of made.slice(1)) await job(refundId);
    expect(calls()).toBe(2);

    harness.clock.advance(60_000);
    for (const { refundId } of made) await job(refundId);
    expect(calls()).toBe(6);
  });

  it("that somebody looks at does not give way", async () => {
    const { refundId } = await refund();
    harness.service.next("transaction_status", BUSY);
    await harness.services.routing.transactionStatus("ORD-1");
    for (let look = 1; look <= 3; look += 1) {
      harness.clock.advance(1_000);
      await findRefund(ctx, refundId);
      expect(calls()).toBe(look);
    }
  });

  it("is taken over after the death of the process that was asking", async () => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    const claim = (interval: string) =>
      harness.pool.query("update tracked_refunds set asking_until = now() + $1::interval", [interval]);
    await claim(`${String(TEST_TIMEOUT_MS)} ms`);
    await job(refundId);
    expect(calls()).toBe(0);
    await claim("-1 ms");
    await job(refundId);
    expect(calls()).toBe(1);
  });

  it("is taken over when the claim is longer than any: the clock was set back since", async () => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    await harness.pool.query("update tracked_refunds set asking_until = now() + interval '1 hour'");
    await job(refundId);
    expect(calls()).toBe(1);
  });

  it.each([
    ["a viewer", (id: string) => findRefund(ctx, id)],
    ["a person who wants it now", (id: string) => checkRefundNow(ctx, id)],
    ["the job", job],
  ])("is polled at once for %s when the clock was set back since its last poll", async (_who, poll) => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    await job(refundId);
    expect(calls()).toBe(1);
    harness.clock.advance(-3_600_000);
    await poll(refundId);
    await poll(refundId);
    expect(calls()).toBe(2);
  });

  it("is claimed by the database's clock, however far that of the process is from it", async () => {
    const { refundId } = await refund();
    harness.clock.advance(3_600_000);
    let claims: unknown;
    const act = async (): Promise<void> => {
      const { rows } = await harness.pool.query(
        `select asking_until between now() and now() + interval '1 minute' as "isShort" from tracked_refunds`,
      );
      claims = rows;
    };
    harness.service.next("refund_status", { kind: "meanwhile", act });
    await job(refundId);
    expect(claims).toEqual([{ isShort: true }]);
  });

  it("is resumed at the next start without its job, made here or outside the dashboard", async () => {
    await refund();
    const elsewhere = harness.service.refundOutsideDashboard(payment, "1.00");
    await findRefund(ctx, elsewhere.refund_id);
    await deleteAllJobs();
    await resumeJobs(harness.services);
    expect(await jobs()).toBe(2);
  });

  it("never asks another service than the one that took it", async () => {
    const { refundId } = await refund();
    await harness.pool.query("update tracked_refunds set service_address = 'https://other.example.com'");
    harness.clock.advance(60_000);
    await trackRefund(harness.services, { serviceAddress: "https://other.example.com", refundId });
    expect(calls()).toBe(0);
  });
});
