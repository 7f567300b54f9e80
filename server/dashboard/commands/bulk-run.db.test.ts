import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_BULK_BYTES, RUN_AGAIN_WORD } from "@/lib/bulk";
import { ROLES } from "@/lib/can";
import type { Ctx } from "../context";
import { resolveRefundIntent } from "../jobs/resolve-refund-intent";
import { resumeJobs } from "../jobs/resume";
import { exportBulkResult } from "../queries/export-bulk-result";
import { findBulkRun } from "../queries/find-bulk-run";
import { refundForm } from "../queries/refund-form";
import { BulkDriver } from "../testing/bulk";
import { type Harness, startHarness } from "../testing/harness";
import { bulkApprovalDecided } from "../jobs/bulk-approval-decided";
import { setRule } from "../testing/approvals";
import { approveRequest } from "./approve-request";
import { createBulkRun } from "./create-bulk-run";
import { declineApproval } from "./decline-approval";
import { discardBulkRun } from "./discard-bulk-run";
import { pauseBulkRun } from "./pause-bulk-run";
import { requestRefund } from "./request-refund";
import { resumeBulkRun } from "./resume-bulk-run";
import { startBulkRun } from "./start-bulk-run";
import { stopBulkRun } from "./stop-bulk-run";

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

const BUSY = {
  kind: "answer",
  status: 429,
  body: '{"success":false,"message":"Wait.","data":null}',
  headers: { "retry-after": "7" },
  effect: false,
} as const;

/** Paid payments PAY-1 … PAY-n, and the file that refunds 10.00 of each. */
function refunds(count: number): string {
  const rows = Array.from({ length: count }, (_, index) => `PAY-${index + 1}`);
  for (const reference of rows) harness.service.addPayment({ merchant_transaction_id: reference });
  return ["reference,amount", ...rows.map((reference) => `${reference},10.00`)].join("\n");
}

const runOf = async (runId: string) => {
  const page = await findBulkRun(ctx, runId);
  if (page === null) throw new Error("no such run");
  return page.run;
};
const actions = async () => (await harness.audit()).map((row) => row.action);
const sent = () => harness.service.callsOf("refund_initiate").length;

describe("before anything is sent", () => {
  it("compares each row with the service and tells why it cannot be sent", async () => {
    const { service } = harness;
    service.addPayment({ merchant_transaction_id: "OK" });
    service.addPayment({ merchant_transaction_id: "OPEN", transaction_status: "INITIATED" });
    const other = service.addPayment({ merchant_transaction_id: "OTHER" });
    const spent = service.addPayment({ merchant_transaction_id: "SPENT" });
    service.refundElsewhere(spent, "495.00");
    service.addPayment({ merchant_transaction_id: "TWICE" });
    service.addPayment({ merchant_transaction_id: "TWICE" });
    const runId = await driver.prepare(
      ctx,
      "refund",
      [
        "reference,amount,transaction_id",
        "OK,500.00,",
        "MISSING,1.00,",
        "OPEN,1.00,",
        `OK,1.00,${other.transaction_id}`,
        "SPENT,5.01,",
        "TWICE,1.00,",
        "OK,1e3,",
      ].join("\n"),
    );
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready", line: 2, amount: "500.00", currency: "INR", faults: [] },
      { state: "problem", faults: [{ kind: "not_found" }] },
      { state: "problem", faults: [{ kind: "status", status: "INITIATED" }] },
      { state: "problem", faults: [{ kind: "other_reference" }] },
      { state: "problem", faults: [{ kind: "exceeds", left: "5.00", currency: "INR" }] },
      { state: "problem", faults: [{ kind: "several_paid" }] },
      { state: "problem", amount: "1e3", faults: [{ kind: "bad_amount" }] },
    ]);
    expect(await runOf(runId)).toMatchObject({
      state: "checked",
      counts: { ready: 1, problem: 6 },
      totals: [{ currency: "INR", amount: "500.00" }],
    });
    expect(sent()).toBe(0);
  });

  it("several rows on one payment add up", async () => {
    harness.service.addPayment({ merchant_transaction_id: "PAY", transaction_amount: "100.00" });
    const runId = await driver.prepare(ctx, "refund", "PAY,60.00,a\nPAY,60.00,b\nPAY,40.00,c");
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready" },
      { state: "problem", faults: [{ kind: "exceeds", left: "40.00" }] },
      { state: "ready" },
    ]);
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(harness.service.refunds.map((refund) => refund.refund_amount).sort()).toEqual(["40.00", "60.00"]);
  });

  it("a payment with a refund of open outcome is a problem", async () => {
    const payment = harness.service.addPayment({ merchant_transaction_id: "PAY" });
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await requestRefund(ctx, {
      intentId: crypto.randomUUID(),
      reference: "PAY",
      transactionId: payment.transaction_id,
      amount: "1.00",
      reason: "",
    });
    const runId = await driver.prepare(ctx, "refund", "PAY,10.00");
    expect(await driver.rows(ctx, runId)).toMatchObject([{ faults: [{ kind: "refund_open" }] }]);
  });

  it("cancels are compared too: only the newest record while it is INITIATED", async () => {
    const { service } = harness;
    const old = service.addPayment({ merchant_transaction_id: "TWO", transaction_status: "INITIATED" });
    service.addPayment({ merchant_transaction_id: "TWO", transaction_status: "INITIATED" });
    service.addPayment({ merchant_transaction_id: "PAID" });
    const file = `reference,transaction_id\nTWO,${old.transaction_id}\nTWO,\nPAID,`;
    const runId = await driver.prepare(ctx, "cancel", file);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "problem", faults: [{ kind: "not_latest" }] },
      { state: "ready" },
      { state: "problem", faults: [{ kind: "status", status: "SUCCESS" }] },
    ]);
  });

  it("works against a service with only the five calls, by the dashboard's own ledger", async () => {
    harness.service.ops = null;
    const runId = await driver.prepare(ctx, "refund", refunds(2));
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["done", "done"]);
  });

  it("waits for a busy or absent service and then goes on with the rows that are left", async () => {
    const runId = await driver.upload(ctx, "refund", refunds(6));
    harness.service.next("transaction_status", BUSY);
    harness.service.next("transaction_status", { kind: "drop", when: "before" });
    await driver.check(ctx, runId);
    expect(await runOf(runId)).toMatchObject({ state: "checked", counts: { ready: 6 }, trouble: null });
  });

  it("a file that cannot be read, or is too large, leaves nothing behind", async () => {
    const large = new Uint8Array(MAX_BULK_BYTES + 1).fill(65);
    for (const [bytes, kind] of [
      [large, "too_large"],
      [new TextEncoder().encode('A,"x'), "quotes"],
      [new Uint8Array(), "empty"],
    ] as const) {
      expect(await createBulkRun(ctx, { kind: "refund", fileName: null, bytes })).toMatchObject({
        kind: "file_fault",
        fault: { kind },
      });
    }
    const { rows } = await harness.pool.query("select from bulk_runs");
    expect(rows).toEqual([]);
    expect(await createBulkRun(ctx, { kind: "bribe", fileName: null, bytes: large })).toEqual({
      kind: "invalid",
    });
  });
});

describe("starting", () => {
  it("needs the count and the total as they are", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(3));
    const typed = { runId, count: "3", totals: { INR: "30.00" }, again: "" };
    const wrong = [
      { ...typed, count: "2" },
      { ...typed, count: "" },
      { ...typed, totals: { INR: "30.01" } },
      { ...typed, totals: {} },
    ];
    for (const input of wrong) expect((await startBulkRun(ctx, input)).kind).toBe("mismatch");
    expect(await startBulkRun(ctx, { ...typed, totals: { INR: "₹30.00" } })).toEqual({ kind: "started" });
  });

  it("of two people who press at once one starts it, and each row is sent once", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(5));
    const colleague = await harness.ctxOf("admin");
    const outcomes = await Promise.all([driver.start(ctx, runId), driver.start(colleague, runId)]);
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["not_startable", "started"]);
    await Promise.all([driver.finish(ctx, runId), driver.finish(ctx, runId)]);
    expect(harness.service.refunds).toHaveLength(5);
    expect((await actions()).filter((action) => action === "bulk_started")).toHaveLength(1);
  });

  it("leaves rows with problems out, and says so of each", async () => {
    const runId = await driver.prepare(ctx, "refund", `${refunds(2)}\nMISSING,5.00`);
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["done", "done", "skipped"]);
  });

  it("the same rows in another order and dialect start again only for who says so", async () => {
    const file = refunds(2);
    const first = await driver.prepare(ctx, "refund", file);
    const second = await driver.prepare(ctx, "refund", "amount;reference\n10.00;PAY-2\n10;PAY-1");
    await driver.start(ctx, first);
    await driver.finish(ctx, first);
    expect(await findBulkRun(ctx, second)).toMatchObject({
      repeats: { sameFile: { runId: first, by: ctx.actor.name }, rows: 2 },
    });
    expect(await driver.start(ctx, second)).toMatchObject({
      kind: "repeated",
      rows: 2,
      latest: { runId: first, by: ctx.actor.name },
    });
    expect(await driver.start(ctx, second, RUN_AGAIN_WORD)).toEqual({ kind: "started" });
    await driver.finish(ctx, second);
    expect(harness.service.refunds).toHaveLength(4);
  });

  it("one file uploaded twice and started twice at once does not run twice unnoticed", async () => {
    const file = refunds(2);
    const runIds = [await driver.prepare(ctx, "refund", file), await driver.prepare(ctx, "refund", file)];
    const outcomes = await Promise.all(runIds.map((runId) => driver.start(ctx, runId)));
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["repeated", "started"]);
  });

  it("a single row that was run before is noticed among others", async () => {
    const file = refunds(3);
    const first = await driver.prepare(ctx, "refund", "PAY-2,10.00");
    await driver.start(ctx, first);
    await driver.finish(ctx, first);
    const second = await driver.prepare(ctx, "refund", file);
    expect(await driver.start(ctx, second)).toMatchObject({ kind: "repeated", rows: 1 });
  });

  it("does not happen when it cannot be written down (failure 38)", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(1));
    const repair = await harness.breakAudit();
    await expect(driver.start(ctx, runId)).rejects.toThrow("disk full");
    await repair();
    expect(await runOf(runId)).toMatchObject({ state: "checked" });
  });
});

describe("running", () => {
  it("each row of a run ends once, with an audit trail of its own in the name of who started it", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(40));
    expect(await runOf(runId)).toMatchObject({
      counts: { ready: 40 },
      totals: [{ currency: "INR", amount: "400.00" }],
    });
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await runOf(runId)).toMatchObject({ state: "ended", counts: { done: 40 } });
    expect(sent()).toBe(40);
    expect(new Set(harness.service.refunds.map((refund) => refund.merchant_transaction_id)).size).toBe(40);
    const trail = await harness.audit();
    const accepted = trail.filter((row) => row.action === "refund_accepted");
    expect(accepted).toHaveLength(40);
    expect(new Set(accepted.map((row) => row.actor_email))).toEqual(new Set([ctx.actor.email]));
    expect(trail.at(-1)).toMatchObject({ action: "bulk_ended", detail: { done: 40 } });
  });

  it("a row's id is its refund's Idempotency-Key", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(1));
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    const [row] = await driver.rows(ctx, runId);
    expect(harness.service.callsOf("refund_initiate")[0]?.headers["idempotency-key"]).toBe(row?.rowId);
    expect(row).toMatchObject({ refundId: harness.service.refunds[0]?.refund_id });
  });

  it("a busy service is left alone as long as it asks, by the whole run; the same key comes again", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(10));
    await driver.start(ctx, runId);
    for (let call = 0; call < 4; call += 1) harness.service.next("refund_initiate", BUSY);
    await driver.turn(runId);
    const calls = sent();
    const waiting = await runOf(runId);
    expect(waiting).toMatchObject({ state: "running", trouble: "busy", counts: { done: 0, ready: 10 } });
    expect(calls).toBeLessThanOrEqual(4);
    await driver.turn(runId);
    expect(sent()).toBe(calls);
    harness.clock.advance(7_000);
    await driver.finish(ctx, runId);
    expect(harness.service.refunds).toHaveLength(10);
    const keys = harness.service.callsOf("refund_initiate").map((call) => call.headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(10);
  });

  it("an answer that never comes is unknown, reserved, and becomes what its intent becomes (failure 3)", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(3));
    await driver.start(ctx, runId);
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await driver.finish(ctx, runId);
    expect((await driver.states(ctx, runId)).sort()).toEqual(["done", "done", "unknown"]);
    expect(await runOf(runId)).toMatchObject({ state: "ended", totals: [{ amount: "30.00" }] });
    const unknown = (await driver.rows(ctx, runId)).find((row) => row.state === "unknown");
    await resolveRefundIntent(harness.services, { intentId: unknown?.rowId, attempt: 0 });
    expect(await driver.states(ctx, runId)).toEqual(["done", "done", "done"]);
    expect(harness.service.refunds).toHaveLength(3);
  });

  it("a refusal is told in the service's words, and the other rows go on", async () => {
    const file = refunds(3);
    const runId = await driver.prepare(ctx, "refund", file);
    await driver.start(ctx, runId);
    const body = '{"success":false,"message":"Refund window closed.","data":null}';
    harness.service.next("refund_initiate", { kind: "answer", status: 400, body, effect: false });
    await driver.finish(ctx, runId);
    const rows = await driver.rows(ctx, runId);
    expect(rows.filter((row) => row.state === "refused")).toMatchObject([
      { message: "Refund window closed." },
    ]);
    expect(rows.filter((row) => row.state === "done")).toHaveLength(2);
  });

  it("a balance that went meanwhile is found before anything is sent", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(1));
    const payment = harness.service.payments.get("PAY-1")?.[0];
    if (payment === undefined) throw new Error("no payment");
    harness.service.refundElsewhere(payment, "495.00");
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "exceeds", left: "5.00" }] },
    ]);
    expect(sent()).toBe(0);
  });

  it("many unknown outcomes in a row pause it: a person has to look", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(30));
    await driver.start(ctx, runId);
    for (let call = 0; call < 30; call += 1)
      harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await driver.finish(ctx, runId);
    const run = await runOf(runId);
    expect(run).toMatchObject({ state: "paused", pauseCause: "many_unknown" });
    expect(run.counts.unknown).toBeLessThan(13);
    expect(run.counts.ready).toBeGreaterThan(15);
  });

  it("cancels by the cancel command: won, lost and already done", async () => {
    for (const reference of ["A", "B", "C"]) {
      harness.service.addPayment({ merchant_transaction_id: reference, transaction_status: "INITIATED" });
    }
    const runId = await driver.prepare(ctx, "cancel", "A\nB\nC");
    await driver.start(ctx, runId);
    const set = (reference: string, status: "SUCCESS" | "CANCELLED") =>
      Object.assign(harness.service.payments.get(reference)?.[0] ?? {}, { transaction_status: status });
    set("B", "SUCCESS");
    set("C", "CANCELLED");
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "done" },
      { state: "refused", faults: [{ kind: "status", status: "SUCCESS" }] },
      { state: "skipped", faults: [{ kind: "already_cancelled" }] },
    ]);
    expect((await actions()).filter((action) => action === "cancel_cancelled")).toHaveLength(1);
  });

  it("looks up what a file names, and tells what is not there in the service's words", async () => {
    harness.service.addPayment({ merchant_transaction_id: "A" });
    const runId = await driver.prepare(ctx, "lookup", "A\nNONE");
    expect(await driver.start(ctx, runId)).toEqual({ kind: "started" });
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "done", found: { status: "SUCCESS", amount: "500.00", records: 1 } },
      { state: "refused", message: "Transaction not found" },
    ]);
  });
});

describe("steering", () => {
  it("pause holds it, resume goes on for who resumed, stop leaves the rest unsent", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(25));
    await driver.start(ctx, runId);
    await driver.turn(runId);
    expect(await pauseBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    const done = (await runOf(runId)).counts.done;
    expect(done).toBe(10);
    await driver.turn(runId);
    expect(sent()).toBe(10);

    const colleague = await harness.ctxOf("admin");
    expect(await resumeBulkRun(colleague, { runId })).toEqual({ kind: "done" });
    await driver.turn(runId);
    expect(await stopBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    await driver.turn(runId);
    expect(await runOf(runId)).toMatchObject({
      state: "stopped",
      counts: { done: 20, not_sent: 5, ready: 0, sending: 0 },
    });
    expect(sent()).toBe(20);
    const trail = (await harness.audit()).filter((row) => row.action.startsWith("bulk_"));
    expect(trail.map((row) => [row.action, row.actor_email])).toEqual([
      ["bulk_uploaded", ctx.actor.email],
      ["bulk_started", ctx.actor.email],
      ["bulk_paused", ctx.actor.email],
      ["bulk_resumed", colleague.actor.email],
      ["bulk_stopped", ctx.actor.email],
    ]);
    expect(await resumeBulkRun(ctx, { runId })).toEqual({ kind: "overtaken", state: "stopped" });
  });

  it("stops while rows are under way: they come to their end, no other begins", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(20));
    await driver.start(ctx, runId);
    harness.service.next("refund_initiate", {
      kind: "meanwhile",
      act: () => void stopBulkRun(ctx, { runId }),
    });
    await driver.turn(runId);
    await driver.turn(runId);
    const { state, counts } = await runOf(runId);
    expect(state).toBe("stopped");
    expect(counts.done + counts.not_sent).toBe(20);
    expect(counts.done).toBe(harness.service.refunds.length);
  });

  it("discarding before the start sends nothing, and it cannot be started any more", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(2));
    expect(await discardBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    expect(await driver.start(ctx, runId)).toEqual({ kind: "not_startable", state: "discarded" });
    expect(sent()).toBe(0);
  });
});

describe("a process that dies", () => {
  it("killed in the middle, another goes on with no row twice (failures 4 and 5)", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(12));
    await driver.start(ctx, runId);
    // The answers of four calls reach nobody: their process is gone, and nothing of it goes on.
    const dying = { ...harness.services, pool: dieAfter(harness, 4) };
    await expect(driver.turn(runId, dying)).rejects.toThrow("killed");
    const before = await runOf(runId);
    expect(before.counts.sending).toBeGreaterThan(0);

    await resumeJobs(harness.services);
    const { rows: jobs } = await harness.pool.query(
      "select from graphile_worker.jobs where task_identifier = $1",
      ["continue-bulk-run"],
    );
    expect(jobs).toHaveLength(1);
    harness.clock.advance(120_000);
    const { rows: open } = await harness.pool.query<{ id: string }>(
      "select id from refund_intents where state in ('RECORDED', 'SENDING', 'UNKNOWN')",
    );
    for (let attempt = 0; attempt < 2; attempt += 1) {
      for (const { id } of open) await resolveRefundIntent(harness.services, { intentId: id, attempt });
    }
    await driver.finish(ctx, runId);
    expect(await runOf(runId)).toMatchObject({ state: "ended", counts: { done: 12 } });
    expect(harness.service.refunds).toHaveLength(12);
    expect(new Set(harness.service.refunds.map((refund) => refund.merchant_transaction_id)).size).toBe(12);
  });

  it("two processes work on one run together and no row is sent twice", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(40));
    await driver.start(ctx, runId);
    await Promise.all([driver.finish(ctx, runId), driver.finish(ctx, runId), driver.finish(ctx, runId)]);
    await driver.finish(ctx, runId);
    expect(harness.service.refunds).toHaveLength(40);
    expect(sent()).toBe(40);
  });

  it("a cancel that was under way is looked at again and found done", async () => {
    harness.service.addPayment({ merchant_transaction_id: "A", transaction_status: "INITIATED" });
    const runId = await driver.prepare(ctx, "cancel", "A");
    await driver.start(ctx, runId);
    await harness.pool.query("update bulk_rows set state = 'sending', claimed_at = $1, claimed_times = 1", [
      harness.clock.now(),
    ]);
    Object.assign(harness.service.payments.get("A")?.[0] ?? {}, { transaction_status: "CANCELLED" });
    harness.clock.advance(120_000);
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["done"]);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(0);
  });
});

describe("who may", () => {
  const MAY = { refund: ["finance", "admin"], cancel: ["ops", "finance", "admin"], lookup: [...ROLES] };

  it.each(ROLES)("each kind needs what its rows need: %s (failure 33)", async (role) => {
    const person = await harness.ctxOf(role);
    for (const kind of ["refund", "cancel", "lookup"] as const) {
      const bytes = new TextEncoder().encode("A,1.00");
      const isAllowed = MAY[kind].includes(role);
      const outcome = await createBulkRun(person, { kind, fileName: null, bytes });
      expect(outcome.kind, kind).toBe(isAllowed ? "created" : "forbidden");
    }
    const runId = await driver.prepare(ctx, "refund", refunds(1));
    if (MAY.refund.includes(role)) return;
    const denied = { kind: "forbidden" };
    expect(await driver.start(person, runId)).toEqual(denied);
    for (const steer of [pauseBulkRun, resumeBulkRun, stopBulkRun, discardBulkRun]) {
      expect(await steer(person, { runId })).toEqual(denied);
    }
    expect((await actions()).filter((action) => action === "forbidden").length).toBeGreaterThanOrEqual(6);
    await expect(exportBulkResult(person, { runId, format: "csv" })).rejects.toThrow("forbidden");
    expect(await runOf(runId)).toMatchObject({ state: "checked" });
  });

  it.each([
    ["deactivated", "update people set deactivated_at = now() where id = $1"],
    ["demoted", "update people set role = 'ops' where id = $1"],
  ])("somebody %s while it runs sends nothing more; a colleague can go on", async (_name, sql) => {
    const starter = await harness.ctxOf("finance");
    const runId = await driver.prepare(ctx, "refund", refunds(14));
    await driver.start(starter, runId);
    await driver.turn(runId);
    await harness.pool.query(sql, [starter.actor.userId]);
    await driver.turn(runId);
    expect(await runOf(runId)).toMatchObject({
      state: "paused",
      pauseCause: "not_allowed",
      counts: { done: 10, ready: 4 },
    });
    expect(await resumeBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    await driver.finish(ctx, runId);
    expect(await runOf(runId)).toMatchObject({ state: "ended", counts: { done: 14 } });
  });

  it("a refused key pauses it until somebody resumes", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(2));
    await driver.start(ctx, runId);
    for (let call = 0; call < 4; call += 1) {
      const body = '{"detail":"Invalid authentication hash."}';
      harness.service.next("refund_initiate", { kind: "answer", status: 401, body, effect: false });
    }
    await driver.finish(ctx, runId);
    expect(await runOf(runId)).toMatchObject({
      state: "paused",
      pauseCause: "key_refused",
      counts: { ready: 2 },
    });
  });
});

describe("above an approval threshold", () => {
  beforeEach(() => setRule(harness, "25.00"));

  const decide = async (runId: string, command: typeof approveRequest): Promise<void> => {
    const page = await findBulkRun(ctx, runId);
    const input = { approvalId: page?.approval?.approvalId, note: "Looked at" };
    await command(await harness.ctxOf("finance"), input);
    await bulkApprovalDecided(harness.services, { runId });
  };

  it("a total waits for a second person, then every row goes for whoever asked", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(3));
    expect(await driver.start(ctx, runId)).toEqual({ kind: "awaits_approval" });
    await driver.turn(runId);
    expect(sent()).toBe(0);
    await bulkApprovalDecided(harness.services, { runId });
    expect(await runOf(runId)).toMatchObject({ state: "awaiting_approval" });
    await decide(runId, approveRequest);
    await driver.finish(ctx, runId);
    expect(await runOf(runId)).toMatchObject({ state: "ended", counts: { done: 3 } });
    const asked = (await harness.audit()).filter((row) => row.action === "refund_requested");
    expect(asked.map((row) => row.actor_email)).toEqual(Array(3).fill(ctx.actor.email));
  });

  it("approved, its amounts stay its own until they are sent, and are free again once it is stopped", async () => {
    const { service } = harness;
    const payment = service.addPayment({ merchant_transaction_id: "PAY", transaction_amount: "100.00" });
    const refundOf = (amount: string) =>
      requestRefund(ctx, {
        intentId: crypto.randomUUID(),
        reference: "PAY",
        transactionId: payment.transaction_id,
        amount,
        reason: "",
      });
    const runId = await driver.prepare(ctx, "refund", "PAY,60.00,a\nPAY,20.00,b");
    await driver.start(ctx, runId);
    await decide(runId, approveRequest);
    const target = { reference: "PAY", transactionId: payment.transaction_id };
    expect(await refundForm(ctx, target)).toMatchObject({ balance: { left: "20.00", inProgress: "80.00" } });
    expect(await refundOf("20.01")).toMatchObject({ kind: "exceeds_balance", left: "20.00" });

    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["done", "done"]);
    expect(await refundOf("20.01")).toMatchObject({ kind: "exceeds_balance", left: "20.00" });
    expect(await refundOf("20.00")).toMatchObject({ kind: "accepted" });
    expect(service.refundedPaise(payment.transaction_id)).toBe(10_000n);

    const other = service.addPayment({ merchant_transaction_id: "OTHER", transaction_amount: "100.00" });
    const second = await driver.prepare(ctx, "refund", "OTHER,60.00");
    await driver.start(ctx, second);
    await decide(second, approveRequest);
    await stopBulkRun(ctx, { runId: second });
    expect(await refundForm(ctx, { reference: "OTHER", transactionId: other.transaction_id })).toMatchObject({
      balance: { left: "100.00" },
    });
  });

  it("declined, nothing was sent and it can be asked for again", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(3));
    await driver.start(ctx, runId);
    await decide(runId, declineApproval);
    expect(await findBulkRun(ctx, runId)).toMatchObject({
      run: { state: "checked", startedAt: null, counts: { ready: 3 } },
      approval: { state: "DECLINED", note: "Looked at" },
    });
    expect(await driver.start(ctx, runId)).toEqual({ kind: "awaits_approval" });
    expect(sent()).toBe(0);
  });

  it("a run that waits counts as run before: the same file does not wait beside it unnoticed", async () => {
    const file = refunds(3);
    const first = await driver.prepare(ctx, "refund", file);
    const second = await driver.prepare(ctx, "refund", file);
    await driver.start(ctx, first);
    expect(await driver.start(ctx, second)).toMatchObject({ kind: "repeated", latest: { runId: first } });
  });

  it("stopped while it waits, its request is taken back and its amounts are free", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(3));
    await driver.start(ctx, runId);
    expect(await stopBulkRun(ctx, { runId })).toEqual({ kind: "done" });
    expect(await findBulkRun(ctx, runId)).toMatchObject({
      run: { state: "stopped", counts: { not_sent: 3 } },
      approval: { state: "WITHDRAWN" },
    });
    await bulkApprovalDecided(harness.services, { runId });
    expect(sent()).toBe(0);
  });

  it("a colleague with a lower threshold cannot resume past it", async () => {
    const admin = await harness.ctxOf("admin");
    const runId = await driver.prepare(admin, "refund", refunds(3));
    await driver.start(admin, runId);
    await pauseBulkRun(admin, { runId });
    expect(await resumeBulkRun(ctx, { runId })).toEqual({ kind: "awaits_approval" });
    await driver.turn(runId);
    expect(sent()).toBe(0);
    await decide(runId, declineApproval);
    expect(await runOf(runId)).toMatchObject({ state: "checked" });
  });

  it("a row that a new threshold holds is not sent, and leaves no request behind", async () => {
    const runId = await driver.prepare(ctx, "refund", refunds(2));
    await driver.start(ctx, runId);
    await setRule(harness, "5.00");
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "needs_approval" }] },
      { state: "not_sent", faults: [{ kind: "needs_approval" }] },
    ]);
    expect(sent()).toBe(0);
    const { rows } = await harness.pool.query("select from approval_requests where state = 'WAITING'");
    expect(rows).toEqual([]);
  });
});

it("the result is a file of every row, safe for spreadsheets, and read back by the same columns (failure 31)", async () => {
  const formula = "=cmd()";
  harness.service.addPayment({ merchant_transaction_id: formula });
  const runId = await driver.prepare(ctx, "refund", `${refunds(1)}\n${formula},1.00`);
  await driver.start(ctx, runId);
  await driver.finish(ctx, runId);
  const response = await exportBulkResult(ctx, { runId, format: "csv" });
  const text = (await response?.text()) ?? "";
  expect(text).toContain(`"'${formula}","1.00"`);
  expect(text).toContain(
    `"PAY-1","10.00","","${harness.service.payments.get("PAY-1")?.[0]?.transaction_id}","INR","done"`,
  );
  expect((await exportBulkResult(ctx, { runId, format: "xlsx" }))?.headers.get("content-type")).toContain(
    "sheet",
  );
  expect(await exportBulkResult(ctx, { runId, format: "exe" })).toBeNull();
});

/** A pool that works until so many refund answers were to be stored, and then for nothing any more: a killed process. */
function dieAfter({ pool }: Harness, answers: number): Harness["pool"] {
  let left = answers;
  const isAnswer = (sql: unknown): boolean => typeof sql === "string" && /refund_id = \$8/.test(sql);
  const guard = (sql: unknown): void => {
    if (isAnswer(sql)) left -= 1;
    if (left <= 0) throw new Error("killed");
  };
  return new Proxy(pool, {
    get(target, name) {
      if (name === "query") {
        return async (...args: Parameters<typeof target.query>) => {
          guard(args[0]);
          return (await (target.query(...args) as unknown as Promise<unknown>)) as never;
        };
      }
      if (name !== "connect") return Reflect.get(target, name) as unknown;
      return async () => {
        if (left <= 0) throw new Error("killed");
        const client = await target.connect();
        return new Proxy(client, {
          get(inner, key) {
            if (key !== "query") {
              const value = Reflect.get(inner, key) as unknown;
              return typeof value === "function"
                ? (value as (...args: unknown[]) => unknown).bind(inner)
                : value;
            }
            return async (...args: Parameters<typeof inner.query>) => {
              if (args[0] !== "rollback") guard(args[0]);
              return (await (inner.query(...args) as unknown as Promise<unknown>)) as never;
            };
          },
        });
      };
    },
  });
}
