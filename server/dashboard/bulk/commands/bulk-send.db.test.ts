import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { exportBulkResult } from "../queries/export-bulk-result";
import { requestRefund } from "../../refunds/commands/request-refund";
import { resolveRefundIntent } from "../../refunds/jobs/resolve-refund-intent";
import { BulkDriver, BUSY } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";

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

describe("running", () => {
  it("each row of a run ends once, with an audit trail of its own in the name of who started it", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(40));
    expect(await driver.run(ctx, runId)).toMatchObject({
      counts: { ready: 40 },
      totals: [{ currency: "INR", amount: "400.00" }],
    });
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", counts: { accepted: 40 } });
    expect(driver.sent()).toBe(40);
    expect(new Set(harness.service.refunds.map((refund) => refund.merchant_transaction_id)).size).toBe(40);
    const trail = await harness.audit();
    const accepted = trail.filter((row) => row.action === "refund_accepted");
    expect(accepted).toHaveLength(40);
    expect(new Set(accepted.map((row) => row.actor_email))).toEqual(new Set([ctx.actor.email]));
    expect(trail.at(-1)).toMatchObject({ action: "bulk_ended", detail: { accepted: 40 } });
  });

  it("a row's id is its refund's Idempotency-Key", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    const [row] = await driver.rows(ctx, runId);
    expect(harness.service.callsOf("refund_initiate")[0]?.headers["idempotency-key"]).toBe(row?.rowId);
    expect(row).toMatchObject({ refundId: harness.service.refunds[0]?.refund_id });
  });

  it("nobody sends the refund of another payment under a row's id", async () => {
    harness.service.addPayment({ merchant_transaction_id: "MEANT" });
    const other = harness.service.addPayment({ merchant_transaction_id: "OTHER" });
    const runId = await driver.prepare(ctx, "refund", "reference,amount\nMEANT,400.00");
    const [row] = await driver.rows(ctx, runId);
    const input = { ...refundInput(other, { amount: "0.01" }), intentId: row?.rowId ?? "" };
    expect((await requestRefund(await harness.ctxOf("finance"), input)).kind).toBe("invalid");
    expect(await driver.states(ctx, runId)).toEqual(["ready"]);
  });

  it("a busy service is left alone as long as it asks, by the whole run; the same key comes again", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(10));
    await driver.start(ctx, runId);
    for (let call = 0; call < 4; call += 1) harness.service.next("refund_initiate", BUSY);
    await driver.turn(runId);
    const calls = driver.sent();
    const waiting = await driver.run(ctx, runId);
    expect(waiting).toMatchObject({
      state: "running",
      serviceError: "busy",
      counts: { accepted: 0, ready: 10 },
    });
    expect(calls).toBeLessThanOrEqual(4);
    await driver.turn(runId);
    expect(driver.sent()).toBe(calls);
    harness.clock.advance(7_000);
    await driver.finish(ctx, runId);
    expect(harness.service.refunds).toHaveLength(10);
    const keys = harness.service.callsOf("refund_initiate").map((call) => call.headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(10);
  });

  it("an answer that never comes is unknown, reserved, and becomes what its intent becomes (failure 3)", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(3));
    await driver.start(ctx, runId);
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await driver.finish(ctx, runId);
    expect((await driver.states(ctx, runId)).sort()).toEqual(["accepted", "accepted", "unknown"]);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "ended", totals: [{ amount: "30.00" }] });
    const unknown = (await driver.rows(ctx, runId)).find((row) => row.state === "unknown");
    await resolveRefundIntent(harness.services, unknown?.rowId ?? "");
    expect(await driver.states(ctx, runId)).toEqual(["accepted", "accepted", "accepted"]);
    expect(harness.service.refunds).toHaveLength(3);
  });

  it("a refusal is reported in the service's words, and the other rows go on", async () => {
    const file = driver.refunds(3);
    const runId = await driver.prepare(ctx, "refund", file);
    await driver.start(ctx, runId);
    const body = '{"success":false,"message":"Refund window closed.","data":null}';
    harness.service.next("refund_initiate", { kind: "answer", status: 400, body, effect: false });
    await driver.finish(ctx, runId);
    const rows = await driver.rows(ctx, runId);
    expect(rows.filter((row) => row.state === "refused")).toMatchObject([
      { message: "Refund window closed." },
    ]);
    expect(rows.filter((row) => row.state === "accepted")).toHaveLength(2);
  });

  it("a balance that went meanwhile is found before anything is sent", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(1));
    const payment = harness.service.payments.get("PAY-1")?.[0];
    if (payment === undefined) throw new Error("no payment");
    harness.service.refundOutsideDashboard(payment, "495.00");
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "not_sent", faults: [{ kind: "exceeds", left: "5.00" }] },
    ]);
    expect(driver.sent()).toBe(0);
  });

  it("a row whose payment has another currency than it was checked in is not sent, and says so", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    await driver.start(ctx, runId);
    for (const payment of [...harness.service.payments.values()].flat()) payment.currency = "JPY";
    await driver.finish(ctx, runId);
    const fault = { kind: "other_currency", currency: "JPY" };
    expect(await driver.rows(ctx, runId)).toMatchObject(
      Array.from({ length: 2 }, () => ({ state: "not_sent", faults: [fault] })),
    );
    expect(driver.sent()).toBe(0);
  });

  it("many unknown outcomes in a row pause it: a person has to look", async () => {
    const runId = await driver.prepare(ctx, "refund", driver.refunds(30));
    await driver.start(ctx, runId);
    for (let call = 0; call < 30; call += 1)
      harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    await driver.finish(ctx, runId);
    const run = await driver.run(ctx, runId);
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
    expect((await driver.actions()).filter((action) => action === "cancel_cancelled")).toHaveLength(1);
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

it("the result is a file of every row, safe for spreadsheets, and read back by the same columns (failure 31)", async () => {
  const formula = "=cmd()";
  harness.service.addPayment({ merchant_transaction_id: formula });
  driver.refunds(1);
  const file = `reference,amount,reason\nPAY-1,10.00,\n${formula},1.00,-late`;
  const runId = await driver.prepare(ctx, "refund", file);
  await driver.start(ctx, runId);
  await driver.finish(ctx, runId);
  const response = await exportBulkResult(ctx, { runId, format: "csv" });
  const text = (await response?.text()) ?? "";
  expect(text).toContain(`"'${formula}","1.00"`);
  expect(text).toContain(
    `"PAY-1","10.00","","${harness.service.payments.get("PAY-1")?.[0]?.transaction_id}","INR","accepted"`,
  );
  const again = await driver.upload(ctx, "refund", text);
  expect((await driver.rows(ctx, again)).map(({ reference, reason }) => [reference, reason])).toEqual([
    ["PAY-1", null],
    [formula, "-late"],
  ]);
  expect((await exportBulkResult(ctx, { runId, format: "xlsx" }))?.headers.get("content-type")).toContain(
    "sheet",
  );
  expect(await exportBulkResult(ctx, { runId: "none", format: "csv" })).toBeNull();
});
