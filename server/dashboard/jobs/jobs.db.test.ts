import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "@/server/platform/clock";
import { type Jobs, startJobs } from "@/server/platform/jobs";
import { createLogger } from "@/server/platform/log";
import { requestRefund } from "../refunds/commands/request-refund";
import { findRefundIntent } from "../refunds/queries/find-refund-intent";
import { isReady } from "../store/readiness";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { jobHandlers } from "./handlers";

let harness: Harness;
let jobs: Jobs;

beforeAll(async () => {
  harness = await startHarness();
  harness.services = { ...harness.services, clock: systemClock };
  expect(await isReady(harness.pool)).toBe(false);
  jobs = await startJobs({
    pool: harness.pool,
    logger: createLogger("test", "silent"),
    handlers: jobHandlers(harness.services),
    concurrency: 2,
  });
});
afterAll(async () => {
  await jobs.stop();
  await harness.stop();
});

it("an unknown refund is resolved and then followed to its end with nobody looking, and happens once", async () => {
  const ctx = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  const intentId = randomUUID();
  const input = {
    intentId,
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount: "500",
    reason: "",
  };
  expect((await requestRefund(ctx, input)).kind).toBe("unknown");
  Object.assign(harness.service.refunds[0] ?? {}, {
    refund_status: "SUCCESS",
    refund_completed_at: "2026-11-21T09:00:05.000Z",
  });

  await expect
    .poll(() => findRefundIntent(ctx, intentId), { timeout: 20_000, interval: 200 })
    .toMatchObject({ state: "ACCEPTED", refundStatus: "SUCCESS", completedAt: "2026-11-21T09:00:05.000Z" });
  expect(harness.service.refunds).toHaveLength(1);
  expect((await harness.audit()).map((row) => row.action)).toEqual([
    "refund_requested",
    "refund_unknown",
    "refund_accepted",
  ]);
});

it("the dashboard is ready once its job workers have shown themselves", async () => {
  expect(await isReady(harness.pool)).toBe(true);
});
