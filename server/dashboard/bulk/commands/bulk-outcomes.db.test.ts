import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canBulkRunChange } from "@/lib/bulk";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { Ctx } from "../../context";
import { addNote } from "../../notes/commands/add-note";
import { resolveUnknownRefund } from "../../refunds/commands/resolve-unknown-refund";
import { trackRefund } from "../../refunds/jobs/track-refund";
import { exportBulkResult } from "../queries/export-bulk-result";
import { listBulkRuns } from "../queries/list-bulk-runs";
import { listBulkRows } from "../store/bulk-rows";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { resolveAgain } from "@/tools/testing/dashboard/unknown-refund";

let harness: Harness;
let driver: BulkDriver;
let ctx: Ctx;

const listBulkRowsOf = async (runId: string) =>
  listBulkRows(harness.pool, { runId, states: null, order: "file", after: 0, limit: 10 });

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

/** Makes the refund of a reference final at the service, and lets the job that polls it read that. */
async function endRefund(reference: string, status: RefundStatus): Promise<void> {
  const refund = harness.service.refunds.find((one) => one.merchant_transaction_id === reference);
  if (refund === undefined) throw new Error("no refund");
  const isOver = status === "SUCCESS" || status === "FAILURE";
  Object.assign(refund, {
    refund_status: status,
    refund_completed_at: isOver ? harness.clock.now().toISOString() : null,
  });
  harness.clock.advance(60_000);
  await trackRefund(harness.services, {
    serviceAddress: ctx.routing.serviceAddress,
    refundId: refund.refund_id,
  });
}

async function sentRun(rows: number): Promise<string> {
  const runId = await driver.prepare(ctx, "refund", driver.refunds(rows));
  await driver.start(ctx, runId);
  await driver.finish(ctx, runId);
  return runId;
}

const BROKEN = { kind: "answer", status: 502, body: "<html>", effect: false } as const;

const total = (amount: string) => [{ currency: "INR", amount }];

describe("a row of a refund", () => {
  it("is done when its refund has succeeded, and failed when it has failed", async () => {
    const runId = await sentRun(4);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "ended",
      counts: { accepted: 4, done: 0 },
      outcomes: [{ kind: "in_progress", rows: 4, totals: total("40.00") }],
    });
    await endRefund("PAY-1", "SUCCESS");
    await endRefund("PAY-2", "FAILURE");
    await endRefund("PAY-3", "PROCESSING");
    expect(await driver.states(ctx, runId)).toEqual(["done", "failed", "accepted", "accepted"]);
    const expected = {
      outcomes: [
        { kind: "refunded", rows: 1, totals: total("10.00") },
        { kind: "in_progress", rows: 2, totals: total("20.00") },
        { kind: "failed", rows: 1, totals: total("10.00") },
      ],
      totals: total("30.00"),
    };
    expect(await driver.run(ctx, runId)).toMatchObject(expected);
    expect((await listBulkRuns(ctx, {})).runs).toMatchObject([expected]);
    const [row] = (await listBulkRowsOf(runId)).filter(({ reference }) => reference === "PAY-2");
    await addNote(ctx, {
      noteId: randomUUID(),
      subject: { kind: "payment", id: row?.transactionId ?? "" },
      text: "by bank transfer",
      mentions: [],
    });
    const file = await (await exportBulkResult(ctx, { runId, format: "csv" }))?.text();
    expect(file).toMatch(/"PAY-2","10\.00",.*"failed".*: by bank transfer"/);
  });

  it("is counted without reading its refund once that is paid, and before as its refund says", async () => {
    const runId = await sentRun(3);
    await endRefund("PAY-1", "SUCCESS");
    await endRefund("PAY-2", "FAILURE");
    const noted = "select reference from bulk_rows where is_refunded";
    expect((await harness.pool.query(noted)).rows).toEqual([{ reference: "PAY-1" }]);
    const counts = { done: 1, failed: 1, accepted: 1 };
    expect(await driver.run(ctx, runId)).toMatchObject({ counts });
    await harness.pool.query("update bulk_rows set is_refunded = false");
    expect(await driver.run(ctx, runId)).toMatchObject({ counts });
  });

  it("counts as its refund says when that was paid without an end, and then failed", async () => {
    const runId = await sentRun(1);
    const [refund] = harness.service.refunds;
    if (refund === undefined) throw new Error("no refund");
    refund.refund_status = "SUCCESS";
    harness.clock.advance(60_000);
    const of = { serviceAddress: ctx.routing.serviceAddress, refundId: refund.refund_id };
    await trackRefund(harness.services, of);
    expect(await driver.run(ctx, runId)).toMatchObject({ counts: { done: 1 } });
    await endRefund("PAY-1", "FAILURE");
    expect(await driver.states(ctx, runId)).toEqual(["failed"]);
    expect(await driver.run(ctx, runId)).toMatchObject({ counts: { done: 0, failed: 1 } });
  });

  it("whose failed refund was paid late says so in the result", async () => {
    const runId = await sentRun(2);
    for (const reference of ["PAY-1", "PAY-2"]) await endRefund(reference, "FAILURE");
    await harness.pool.query(
      "update refund_intents set late_success_seen_at = completed_at where reference = 'PAY-2'",
    );
    expect(await driver.states(ctx, runId)).toEqual(["failed", "done"]);
    const file = await (await exportBulkResult(ctx, { runId, format: "csv" }))?.text();
    const [first, second] = (file ?? "").split("\r\n").slice(1);
    expect(first).not.toContain("paid_late");
    expect(second).toMatch(/"PAY-2".*"FAILURE".*"paid_late"/);
  });

  it("whose refund failed may be refunded again: it is no duplicate", async () => {
    await sentRun(1);
    await endRefund("PAY-1", "FAILURE");
    const again = await driver.prepare(ctx, "refund", "PAY-1,10.00");
    expect(await driver.states(ctx, again)).toEqual(["ready"]);
  });

  it("that was put back is not sent again once its intent was accepted elsewhere", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await driver.turn(runId);
    await harness.pool.query("update bulk_rows set state = 'ready'");
    await harness.pool.query(
      "update refund_intents set state = 'ACCEPTED', refund_id = 'RFD1', refund_status = 'INITIATED', answered_at = now()",
    );
    expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
  });
});

describe("a run with a row of unknown outcome", () => {
  /** `other`: the reference of the row whose outcome is known. Either of the two may be sent first. */
  async function runOf(): Promise<{ runId: string; intentId: string; other: string }> {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    await driver.start(ctx, runId);
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await driver.finish(ctx, runId);
    const rows = await driver.rows(ctx, runId);
    const intentId = rows.find(({ state }) => state === "unknown")?.rowId ?? "";
    await harness.pass(60_000);
    await resolveAgain(harness.services, intentId);
    return { runId, intentId, other: rows.find(({ state }) => state === "accepted")?.reference ?? "" };
  }

  it("is left to people where the service can tell nothing, and polled no more, until a person has said what happened", async () => {
    harness.service.ops = null;
    const { runId, intentId, other } = await runOf();
    const run = await driver.run(ctx, runId);
    expect(run).toMatchObject({ state: "ended", counts: { unknown: 1, accepted: 1 }, leftToPeople: 1 });
    // The other row's refund is still polled.
    expect(canBulkRunChange(run)).toBe(true);
    await endRefund(other, "SUCCESS");
    const over = await driver.run(ctx, runId);
    expect(canBulkRunChange(over)).toBe(false);
    expect((await listBulkRuns(ctx, {})).runs).toMatchObject([{ leftToPeople: 1 }]);
    const verdict = { verdict: "not_sent", intentId, confirmation: "10.00", reason: "Not in the portal" };
    expect(await resolveUnknownRefund(ctx, verdict)).toMatchObject({ kind: "settled" });
    const settled = await driver.run(ctx, runId);
    expect([settled.leftToPeople, settled.counts.not_sent]).toEqual([0, 1]);
  });

  it("is in progress as long as the service could tell", async () => {
    harness.service.always("/v1/ops/refunds/search", BROKEN);
    harness.service.ops = { idempotency: false, operations: ["refunds.search"] };
    const { runId, other } = await runOf();
    await endRefund(other, "SUCCESS");
    const run = await driver.run(ctx, runId);
    expect(run).toMatchObject({ counts: { unknown: 1 }, leftToPeople: 0 });
    expect(canBulkRunChange(run)).toBe(true);
  });
});
