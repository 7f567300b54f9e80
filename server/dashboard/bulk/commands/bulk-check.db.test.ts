import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_BULK_BYTES } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { BulkDriver, BUSY } from "@/tools/testing/dashboard/bulk";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { checkBulkRun } from "../jobs/check-bulk-run";
import { createBulkRun } from "./create-bulk-run";
import { exportBulkResult } from "../queries/export-bulk-result";
import { listBulkRows } from "../queries/list-bulk-rows";
import { listApprovals } from "../../approvals/queries/list-approvals";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { requestRefund } from "../../refunds/commands/request-refund";

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

describe("before anything is sent", () => {
  it("lists the rows that need somebody first, and each row on one page", async () => {
    const lines = driver.refunds(60).split("\n");
    const runId = await driver.prepare(ctx, "refund", [...lines, "MISSING,1.00", "GONE,1.00"].join("\n"));
    const first = await listBulkRows(ctx, { runId, state: null, after: 0 });
    const second = await listBulkRows(ctx, { runId, state: null, after: first.next ?? 0 });
    const listed = [...first.rows, ...second.rows].map(({ line }) => line);
    expect(listed).toEqual([62, 63, ...Array.from({ length: 60 }, (_, index) => index + 2)]);
    expect(second.next).toBeNull();
  });

  it("compares each row with the service and tells why it cannot be sent", async () => {
    const { service } = harness;
    service.addPayment({ merchant_transaction_id: "OK" });
    service.addPayment({ merchant_transaction_id: "OPEN", transaction_status: "INITIATED" });
    const other = service.addPayment({ merchant_transaction_id: "OTHER" });
    const spent = service.addPayment({ merchant_transaction_id: "SPENT" });
    service.refundOutsideDashboard(spent, "495.00");
    service.addPayment({ merchant_transaction_id: "TWICE" });
    service.addPayment({ merchant_transaction_id: "TWICE" });
    service.addPayment({ merchant_transaction_id: "YEN", currency: "JPY" });
    const runId = await driver.prepare(
      ctx,
      "refund",
      [
        "reference,amount,transaction_id",
        "OK,500.00,",
        "MISSING,1.00,",
        "1.23457E+15,1.00,",
        "OPEN,1.00,",
        `OK,1.00,${other.transaction_id}`,
        "SPENT,5.01,",
        "TWICE,1.00,",
        "OK,1e3,",
        "YEN,100.50,",
      ].join("\n"),
    );
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready", line: 2, amount: "500.00", currency: "INR", faults: [] },
      { state: "problem", faults: [{ kind: "not_found" }] },
      { state: "problem", faults: [{ kind: "not_found", isShortened: true }] },
      { state: "problem", faults: [{ kind: "status", status: "INITIATED" }] },
      { state: "problem", faults: [{ kind: "other_reference" }] },
      { state: "problem", faults: [{ kind: "exceeds", left: "5.00", currency: "INR" }] },
      { state: "problem", faults: [{ kind: "several_paid" }] },
      { state: "problem", amount: "1e3", faults: [{ kind: "bad_amount" }] },
      { state: "problem", faults: [{ kind: "bad_amount", currency: "JPY" }] },
    ]);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "checked",
      counts: { ready: 1, problem: 8 },
      totals: [{ currency: "INR", amount: "500.00", testAmount: null }],
    });
    expect(driver.sent()).toBe(0);
  });

  it("looks up a row whose reason or amount is wrong, tells all its faults at once, and never sends it", async () => {
    const { service } = harness;
    service.addPayment({ merchant_transaction_id: "OK" });
    service.addPayment({ merchant_transaction_id: "OPEN", transaction_status: "INITIATED" });
    const spent = service.addPayment({ merchant_transaction_id: "SPENT" });
    service.refundOutsideDashboard(spent, "495.00");
    const long = "x".repeat(2_000);
    const runId = await driver.prepare(
      ctx,
      "refund",
      [
        "reference,amount,reason",
        `SPENT,5.01,${long}`,
        `MISSING,1e3,${long}`,
        "OPEN,1e3,",
        `OK,1.00,${long}`,
      ].join("\n"),
    );
    const tooLong = { kind: "too_long", column: "reason" };
    const { rows } = await listBulkRows(ctx, { runId, state: null, after: 0 });
    expect(rows.map(({ line, state, faults }) => ({ line, state, faults }))).toMatchObject([
      { line: 2, state: "problem", faults: [tooLong, { kind: "exceeds", left: "5.00" }] },
      { line: 3, state: "problem", faults: [{ kind: "bad_amount" }, tooLong, { kind: "not_found" }] },
      {
        line: 4,
        state: "problem",
        faults: [{ kind: "bad_amount" }, { kind: "status", status: "INITIATED" }],
      },
      { line: 5, state: "problem", faults: [tooLong] },
    ]);
    // Started runs compare their rows again.
    await driver.start(ctx, runId);
    expect(driver.sent()).toBe(0);
  });

  it("tells of rows whose money may be gone, until they are sent, and sends them all the same", async () => {
    const { service } = harness;
    const gone = service.addPayment({ merchant_transaction_id: "GONE" });
    const spent = service.addPayment({ merchant_transaction_id: "SPENT" });
    service.addPayment({ merchant_transaction_id: "FINE" });
    service.alerts.set(gone.transaction_id, "charged_back").set(spent.transaction_id, "disputed");
    const runId = await driver.prepare(ctx, "refund", "reference,amount\nGONE,1.00\nSPENT,999.00\nFINE,1.00");
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready", alert: "charged_back" },
      { state: "problem", alert: "disputed" },
      { state: "ready", alert: null },
    ]);
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect((await driver.rows(ctx, runId))[0]).toMatchObject({ state: "accepted", alert: null });
  });

  it("reads amounts as in the refund form, and only in the payment's own currency", async () => {
    harness.service.addPayment({ merchant_transaction_id: "RUPEES", transaction_amount: "5000.00" });
    harness.service.addPayment({
      merchant_transaction_id: "DOLLARS",
      transaction_amount: "5000.00",
      currency: "USD",
    });
    harness.service.addPayment({
      merchant_transaction_id: "EUROS",
      transaction_amount: "5000.00",
      currency: "EUR",
    });
    const rows = [
      'RUPEES,"₹1,971.50"',
      'RUPEES,"1,500"',
      "RUPEES,$5",
      "DOLLARS,₹5",
      "DOLLARS,$6",
      'EUROS,"2,614"',
      'EUROS,"2,615.00"',
    ];
    const runId = await driver.prepare(ctx, "refund", ["reference,amount", ...rows].join("\n"));
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready", amount: "1971.50" },
      { state: "ready", amount: "1500.00" },
      { state: "problem", faults: [{ kind: "other_currency", currency: "INR" }] },
      { state: "problem", faults: [{ kind: "other_currency", currency: "USD" }] },
      { state: "ready", amount: "6.00", currency: "USD" },
      { state: "problem", faults: [{ kind: "two_readings", currency: "EUR" }] },
      { state: "ready", amount: "2615.00", currency: "EUR" },
    ]);
  });

  it("finds a reference without what copying put around it, and suggests what else the search would find", async () => {
    for (const reference of ["HB-1001", "HB-1002", "HB-1003", "HB-1005", "HB-1006"])
      harness.service.addPayment({ merchant_transaction_id: reference });
    const text = [
      "reference,amount",
      "HB-1001\u00a0,20.00",
      "\u200bHB-1002,20.00",
      "HB-1003\t,20.00",
      "\u202aHB-1005\u202c,20.00",
      "#HB-1006,20.00",
      "HB-9999,20.00",
    ].join("\n");
    const runId = await driver.prepare(ctx, "refund", text);
    const suggested = (reference: string) => ({
      state: "problem",
      faults: [{ kind: "not_found", suggested: reference }],
    });
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { reference: "HB-1001", state: "ready" },
      { reference: "HB-1002", state: "ready" },
      { reference: "HB-1003", state: "ready" },
      { reference: "HB-1005", state: "ready" },
      suggested("HB-1006"),
      { state: "problem", faults: [{ kind: "not_found" }] },
    ]);
    // The row is that of its payment: another run with the plain reference repeats it.
    await driver.send(ctx, runId);
    const again = await driver.prepare(ctx, "refund", "HB-1002,20.00");
    expect(await driver.rows(ctx, again)).toMatchObject([{ state: "likely_duplicate" }]);
  });

  it("suggests the reference of an id, and one of another case, that the service lists", async () => {
    harness.service.ops = { idempotency: true, operations: ["payments.search"] };
    const payment = harness.service.addPayment({ merchant_transaction_id: "ÄÖ-1011" });
    for (const typed of ["äö-1011", "TXN202611281795879446252"]) {
      const body = JSON.stringify({ payments: [listedPayment(payment)], next_cursor: null });
      harness.service.next("/v1/ops/payments/search", { kind: "answer", status: 200, body, effect: false });
      const runId = await driver.prepare(ctx, "refund", `reference,amount\n${typed},20.00`);
      expect(await driver.rows(ctx, runId)).toMatchObject([
        { state: "problem", faults: [{ kind: "not_found", suggested: "ÄÖ-1011" }] },
      ]);
    }
  });

  it("compares a column of currencies with the payments'", async () => {
    harness.service.addPayment({ merchant_transaction_id: "RUPEES" });
    const rows = ["RUPEES,1.00,INR", "RUPEES,2.00,usd", "RUPEES,3.00,"];
    const runId = await driver.prepare(ctx, "refund", ["reference,amount,Currency", ...rows].join("\n"));
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready", amount: "1.00" },
      { state: "problem", faults: [{ kind: "other_currency", currency: "INR" }] },
      { state: "ready", amount: "3.00" },
    ]);
  });

  it("marks the rows of test payments, and the approval request of a run that has no others", async () => {
    await setRule(harness, "5.00");
    const [own, other] = ["TEST", "REAL"];
    harness.service.addPayment({ merchant_transaction_id: own, test: true });
    harness.service.addPayment({ merchant_transaction_id: other });
    const mixed = await driver.prepare(ctx, "refund", `${own},10.00,a\n${other},10.00,b`);
    expect(await driver.rows(ctx, mixed)).toMatchObject([{ isTest: true }, { isTest: false }]);
    expect((await driver.run(ctx, mixed)).totals).toEqual([
      { currency: "INR", amount: "20.00", testAmount: "10.00" },
    ]);
    await driver.start(ctx, mixed);
    const alone = await driver.prepare(ctx, "refund", `${own},20.00,c`);
    await driver.start(ctx, alone);
    expect((await driver.run(ctx, alone)).totals).toMatchObject([{ amount: "20.00", testAmount: "20.00" }]);
    const { approvals } = await listApprovals(ctx, { tab: "mine" });
    const marks = approvals.map(({ subject, rowCount, testRows }) => [
      subject.kind === "bulk" && subject.runId,
      `${String(testRows)} of ${String(rowCount)}`,
    ]);
    expect(marks).toEqual([
      [alone, "1 of 1"],
      [mixed, "1 of 2"],
    ]);
    const file = await (await exportBulkResult(ctx, { runId: mixed, format: "csv" }))?.text();
    expect(file?.split("\r\n")[1]).toMatch(/"test","",""$/);
    const lookup = await driver.prepare(ctx, "lookup", own);
    await driver.start(ctx, lookup);
    await driver.finish(ctx, lookup);
    expect(await driver.rows(ctx, lookup)).toMatchObject([{ state: "done", isTest: true }]);
  });

  it("several rows on one payment add up", async () => {
    harness.service.addPayment({ merchant_transaction_id: "PAY", transaction_amount: "100.00" });
    const runId = await driver.prepare(ctx, "refund", "PAY,60.00,a\nPAY,60.00,b\nPAY,40.00,c");
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { state: "ready" },
      { state: "problem", faults: [{ kind: "exceeds_above", left: "40.00" }] },
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
    const runId = await driver.prepare(ctx, "refund", driver.refunds(2));
    await driver.start(ctx, runId);
    await driver.finish(ctx, runId);
    expect(await driver.states(ctx, runId)).toEqual(["accepted", "accepted"]);
  });

  it("waits for a busy or absent service and then goes on with the rows that are left", async () => {
    const runId = await driver.upload(ctx, "refund", driver.refunds(6));
    harness.service.next("transaction_status", BUSY);
    harness.service.next("transaction_status", { kind: "drop", when: "before" });
    await driver.check(ctx, runId);
    expect(await driver.run(ctx, runId)).toMatchObject({
      state: "checked",
      counts: { ready: 6 },
      serviceError: null,
    });
  });

  it("a row with a fault of the file holds up no others when the service cannot look it up", async () => {
    harness.service.addPayment({ merchant_transaction_id: "OK" });
    const runId = await driver.upload(ctx, "refund", "reference,amount\nTotal,12x\nOK,1.00");
    harness.service.always("transaction_status", { kind: "drop", when: "before" });
    await checkBulkRun(harness.services, runId);
    harness.service.always(null);
    await driver.check(ctx, runId);
    const { rows } = await listBulkRows(ctx, { runId, state: null, after: 0 });
    expect(rows).toMatchObject([
      { line: 2, state: "problem", faults: [{ kind: "bad_amount" }] },
      { line: 3, state: "ready" },
    ]);
  });

  it("a file that cannot be read, or is too large, leaves nothing behind", async () => {
    const large = new Uint8Array(MAX_BULK_BYTES + 1).fill(65);
    for (const [bytes, kind] of [
      [large, "too_large"],
      [new Uint8Array([0x50, 0x4b, 3, 4]), "workbook"],
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
