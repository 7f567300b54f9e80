import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { dieAfter, dieBefore } from "@/tools/testing/dashboard/dying-pool";
import { resolveIntent } from "../../refunds/store/refund-intent-moves";
import { reportedEvents } from "@/tools/testing/dashboard/notifications";
import { resolveRefundIntent } from "../../refunds/jobs/resolve-refund-intent";
import { sendBulkBatch } from "../jobs/send-bulk-batch";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { stopBulkRun } from "./stop-bulk-run";
import { waitingRows } from "@/tools/testing/dashboard/due-work";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

describe("a process that dies", () => {
  it("killed in the middle, another goes on with no row twice (failures 4 and 5)", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(12));
    await driver.start(ctx, runId);
    // The responses of four calls are lost: their process has died, and nothing of it continues.
    const dying = { ...harness.services, pool: dieAfter(harness, 4) };
    await expect(driver.turn(runId, dying)).rejects.toThrow("killed");
    const before = await driver.run(ctx, runId);
    expect(before.counts.sending).toBeGreaterThan(0);

    expect(await waitingRows(harness.pool, ["continue-bulk-run"])).toMatchObject([{ id: runId }]);
    await harness.pass(120_000);
    const { rows: open } = await harness.pool.query<{ id: string }>(
      "select id from refund_intents where state in ('RECORDED', 'SENDING', 'UNKNOWN')",
    );
    for (let attempt = 0; attempt < 2; attempt += 1) {
      for (const { id } of open) await resolveRefundIntent(harness.services, id);
    }
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", counts: { accepted: 12 } });
    expect(harness.service.refunds).toHaveLength(12);
    expect(new Set(harness.service.refunds.map((refund) => refund.merchant_transaction_id)).size).toBe(12);
  });

  it("before its row was sent, the run sends it later, and nobody is told that the refund failed", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    const dying = { ...harness.services.routing, initiateRefund: () => Promise.reject(new Error("killed")) };
    await expect(driver.turn(runId, { ...harness.services, routing: dying })).rejects.toThrow("killed");
    // The call had not begun: the state after a kill between the two transactions.
    const { rows } = await harness.pool.query<{ id: string }>(
      "update refund_intents set state = 'RECORDED', sent_at = null, due_at = now() returning id",
    );
    await harness.pass(600_000);
    await resolveRefundIntent(harness.services, rows[0]?.id ?? "");
    expect(await reportedEvents(harness)).toEqual([]);
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", counts: { accepted: 1 } });
    expect(driver.sent()).toBe(1);
  });

  it("two processes work on one run together and no row is sent twice", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(40));
    await driver.start(ctx, runId);
    await Promise.all([driver.finish(ctx, runId), driver.finish(ctx, runId), driver.finish(ctx, runId)]);
    await driver.finish(ctx, runId);
    expect(harness.service.refunds).toHaveLength(40);
    expect(driver.sent()).toBe(40);
  });

  it("suspended until its rows were recovered and its run was stopped, it sends nothing when it wakes up", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    const { routing } = harness.services;
    const refundBalance: typeof routing.refundBalance = async (transactionId) => {
      const balance = await routing.refundBalance(transactionId);
      await harness.pass(600_000);
      expect(await stopBulkRun(ctx, { runId })).toEqual({ kind: "done" });
      await driver.turn(runId);
      expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
      return balance;
    };
    // The job runs without the claim on all runs, which has ended meanwhile.
    await sendBulkBatch({ ...harness.services, routing: { ...routing, refundBalance } }, runId);
    expect(harness.service.refunds).toHaveLength(0);
    expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
  });

  it("turned away after a person said that its refund was not sent, it does not send the row again", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    const { routing, pool, clock } = harness.services;
    const initiateRefund: typeof routing.initiateRefund = async ({ idempotencyKey: intentId }) => {
      await harness.pass(600_000);
      await resolveRefundIntent(harness.services, intentId);
      const notSent = { state: "NOT_SENT", serviceError: { kind: "unavailable" } } as const;
      expect(await resolveIntent(pool, intentId, notSent, clock.now())).toBe(true);
      const refusal = { kind: "busy", retryAfterSeconds: 1 } as const;
      return { kind: "refused", refusal, requestId: "late", idempotencyKey: intentId };
    };
    await sendBulkBatch({ ...harness.services, routing: { ...routing, initiateRefund } }, runId);
    expect(await driver.states(ctx, runId)).toEqual(["not_sent"]);
    await harness.pass(600_000);
    await driver.finish(ctx, runId);
    expect(driver.sent()).toBe(0);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", counts: { not_sent: 1 } });
  });

  it("suspended until another one sends its row, it does not end that row when it wakes up", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    const { routing } = harness.services;
    const refundBalance: typeof routing.refundBalance = async (transactionId) => {
      await routing.refundBalance(transactionId);
      await harness.pass(600_000);
      await driver.turn(runId);
      await harness.pool.query(
        "update bulk_rows set state = 'sending', claimed_until = now(), claimed_times = claimed_times + 1, claimed_at = $1",
        [harness.clock.now()],
      );
      return { kind: "refused", refusal: { kind: "busy", retryAfterSeconds: 1 }, requestId: "late" };
    };
    await sendBulkBatch({ ...harness.services, routing: { ...routing, refundBalance } }, runId);
    expect(await driver.states(ctx, runId)).toEqual(["sending"]);
  });

  it("a cancel that was in progress is polled again and found done", async () => {
    harness.service.addPayment({ merchant_transaction_id: "A", transaction_status: "INITIATED" });
    const runId = await driver.prepare(ctx, "cancel", "A");
    await driver.start(ctx, runId);
    await harness.pool.query(
      "update bulk_rows set state = 'sending', claimed_until = now(), claimed_at = $1, claimed_times = 1",
      [harness.clock.now()],
    );
    Object.assign(harness.service.payments.get("A")?.[0] ?? {}, { transaction_status: "CANCELLED" });
    await harness.pass(120_000);
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(0);
  });

  it("a row whose claim ends in hours, because the clock of the database was set back, is taken over", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    await harness.pool.query(
      `update bulk_rows set state = 'sending', claimed_until = now() + interval '5 hours', claimed_at = $1,
         claimed_times = 1`,
      [harness.clock.now()],
    );
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
  });

  it("a row in progress is not claimed by a process whose clock is an hour ahead", async () => {
    harness.service.addPayment({ merchant_transaction_id: "A", transaction_status: "INITIATED" });
    const runId = await driver.prepare(ctx, "cancel", "A");
    await driver.start(ctx, runId);
    const ahead = {
      ...harness.services,
      clock: { now: () => new Date(harness.clock.now().getTime() + 3_600_000) },
    };
    const act = async (): Promise<void> => {
      await driver.turn(runId, ahead);
      expect(await driver.states(ctx, runId)).toEqual(["sending"]);
    };
    harness.service.next("transaction_cancel", { kind: "meanwhile", act });
    // The job runs without the claim on all runs, which has ended meanwhile.
    await sendBulkBatch(harness.services, runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(1);
  });

  it("a row of a process that died with its clock an hour ahead is taken over after minutes", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    const ahead = {
      ...harness.services,
      clock: { now: () => new Date(harness.clock.now().getTime() + 3_600_000) },
      routing: { ...harness.services.routing, refundBalance: () => Promise.reject(new Error("killed")) },
    };
    await expect(driver.turn(runId, ahead)).rejects.toThrow("killed");
    expect(await driver.states(ctx, runId)).toEqual(["sending"]);
    await harness.pass(120_000);
    await driver.turn(runId);
    expect(await driver.states(ctx, runId)).toEqual(["ready"]);
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
  });

  const ENDS_A_ROW = /update bulk_rows set state = \$2, faults/;
  const killedBeforeItsRowEnded = async (runId: string): Promise<void> => {
    const dying = {
      ...harness.services,
      pool: dieBefore(harness.services.pool, 1, (sql) => ENDS_A_ROW.test(sql)),
    };
    await expect(driver.turn(runId, dying)).rejects.toThrow("killed");
  };

  it("after the answer to its row was stored, the row has the outcome, and holds up no other row of the payment", async () => {
    const payment = harness.service.addPayment({ merchant_transaction_id: "A" });
    const runId = await driver.prepare(ctx, "refund", "A,10.00\nA,20.00");
    await driver.start(ctx, runId);
    await killedBeforeItsRowEnded(runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted", "ready"]);
    await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
    expect(await driver.states(ctx, runId)).toEqual(["failed", "ready"]);
    // The claim of the dead process has not ended yet.
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "ended",
      counts: { failed: 1, accepted: 1 },
    });
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(3_000n);
  });

  it("with a refund of unknown outcome, which then certainly was not sent, sends it no more", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    harness.service.next("refund_initiate", { kind: "drop", when: "before" });
    await killedBeforeItsRowEnded(runId);
    expect(await driver.states(ctx, runId)).toEqual(["unknown"]);
    const [row] = await driver.rows(ctx, runId);
    const response = { state: "NOT_SENT", serviceError: { kind: "unavailable" } } as const;
    expect(await resolveIntent(harness.pool, row?.rowId ?? "", response, harness.clock.now())).toBe(true);
    await harness.pass(600_000);
    await driver.finish(ctx, runId);
    expect([driver.sent(), await driver.states(ctx, runId)]).toEqual([1, ["not_sent"]]);
    expect((await driver.run(ctx, runId)).state).toBe("ended");
  });
});
