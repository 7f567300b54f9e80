import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "@/server/platform/clock";
import type { Jobs } from "@/server/platform/run-job";
import { requestRefund } from "../refunds/commands/request-refund";
import { findRefundIntent } from "../refunds/queries/find-refund-intent";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { startAccountWorkers } from "./workers";

let harness: Harness;
let jobs: Jobs;

beforeAll(async () => {
  harness = await startHarness();
  harness.services = { ...harness.services, clock: systemClock };
  jobs = startAccountWorkers(harness.services, () => undefined);
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
    .poll(() => findRefundIntent(ctx, intentId), { timeout: 45_000, interval: 200 })
    .toMatchObject({ state: "ACCEPTED", refundStatus: "SUCCESS", completedAt: "2026-11-21T09:00:05.000Z" });
  expect(harness.service.refunds).toHaveLength(1);
  expect((await harness.audit()).map((row) => row.action)).toEqual([
    "refund_requested",
    "refund_unknown",
    "refund_accepted",
  ]);
});

/** A row that became due without an announcement, as by a process that died before it sent one. */
it("a row that nobody announced is taken within the next look", async () => {
  const id = randomUUID();
  await harness.pool.query(
    `insert into notification_events (id, event, dedupe_key, at, detail)
     values ($1, 'stuck_payments', 'unannounced', now(), '{"count": 12, "limit": 10}')`,
    [id],
  );
  await expect
    .poll(
      async () =>
        (await harness.pool.query("select from notification_events where expanded_at is not null")).rowCount,
      { timeout: 30_000, interval: 100 },
    )
    .toBe(1);
});
