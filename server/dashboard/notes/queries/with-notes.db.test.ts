import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestRefund } from "../../refunds/commands/request-refund";
import { approveRequest } from "../../approvals/commands/approve-request";
import { findApprovalOfRun } from "../../approvals/store";
import { exportBulkResult } from "../../bulk/queries/export-bulk-result";
import { readRefundFilter } from "../../refunds/domain/refund-filter";
import { exportRefunds } from "../../refunds/queries/export-refunds";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { addNote } from "../commands/add-note";
import { addNotes } from "./with-notes";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.stop());

test("an export has the notes on a payment, and those on its refunds only for a role that sees refunds", async () => {
  const finance = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const refund = await requestRefund(finance, refundInput(payment));
  if (refund.kind !== "accepted") throw new Error(refund.kind);
  for (const subject of [
    { kind: "payment", id: payment.transaction_id },
    { kind: "refund", id: refund.refundId },
  ] as const) {
    const note = { noteId: randomUUID(), subject, text: `on the ${subject.kind}`, mentions: [] };
    expect(await addNote(finance, note)).toMatchObject({ kind: "done" });
  }
  const row = { id: payment.transaction_id };
  const notesFor = async (ctx: typeof finance) =>
    (await addNotes(ctx, "payment", [row], ({ id }) => [id]))[0]?.notes ?? "";
  expect(await notesFor(finance)).toMatch(/on the payment\n.*on the refund$/);
  const clerk = await harness.ctxOf(composed(["view_payments", "export_records"]));
  expect(await notesFor(clerk)).toMatch(/on the payment$/);
});

test("the result of a bulk run has the notes on the run and on its approval, in its first row", async () => {
  const finance = await harness.ctxOf("finance");
  await setRule(harness, "25.00");
  const driver = new BulkDriver(harness);
  const runId = await driver.prepare(finance, "refund", driver.refunds(3));
  expect(await driver.start(finance, runId)).toEqual({ kind: "awaits_approval" });
  const approval = await findApprovalOfRun(harness.pool, runId);
  for (const subject of [
    { kind: "bulk_run", id: runId },
    { kind: "approval", id: approval?.id ?? "" },
  ] as const) {
    const note = { noteId: randomUUID(), subject, text: `on the ${subject.kind}`, mentions: [] };
    expect(await addNote(finance, note)).toMatchObject({ kind: "done" });
    harness.clock.advance(1_000);
  }
  const file = (await (await exportBulkResult(finance, { runId, format: "csv" }))?.text()) ?? "";
  expect(file.split("\r\n")[0]).toMatch(/notes"?,"?run_notes"?$/);
  expect(file).toMatch(/"\S+ Test finance: on the bulk_run\n\S+ Test finance: on the approval"\r\n/);
  expect(file.match(/on the bulk_run/g)).toHaveLength(1);
});

test("an export of refunds has the notes on the approval of a refund, and not those on its payment", async () => {
  const finance = await harness.ctxOf("finance");
  await setRule(harness, "100.00");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-3" });
  const approvalId = await askFor(finance, payment, "200.00");
  for (const subject of [
    { kind: "payment", id: payment.transaction_id },
    { kind: "approval", id: approvalId },
  ] as const) {
    const note = { noteId: randomUUID(), subject, text: `on the ${subject.kind}`, mentions: [] };
    expect(await addNote(finance, note)).toMatchObject({ kind: "done" });
  }
  const other = await harness.ctxOf("finance");
  expect((await approveRequest(other, { approvalId, note: "" })).kind).toBe("approved_refund");
  const file = await (
    await exportRefunds(finance, readRefundFilter({}, harness.clock.now()).filter, "csv")
  ).text();
  const line = file.split("\r\n").find((each) => each.includes("ORD-3")) ?? "";
  expect(line).toContain("Test finance: on the approval");
  expect(line).not.toContain("on the payment");
});

test("an export of refunds has the notes on a refund and on its attempt, oldest first", async () => {
  const finance = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  const refund = await requestRefund(finance, refundInput(payment));
  if (refund.kind !== "accepted") throw new Error(refund.kind);
  const { rows } = await harness.pool.query<{ id: string }>(
    "select id from refund_intents where refund_id = $1",
    [refund.refundId],
  );
  const ids = [refund.refundId, rows[0]?.id ?? ""];
  for (const [n, subject] of [
    { kind: "refund_intent", id: ids[1] },
    { kind: "refund", id: ids[0] },
    { kind: "refund_intent", id: ids[1] },
  ].entries()) {
    const note = { noteId: randomUUID(), subject, text: `note ${String(n)}`, mentions: [] };
    expect(await addNote(finance, note)).toMatchObject({ kind: "done" });
    harness.clock.advance(1_000);
  }
  const [row] = await addNotes(finance, "refund", [ids], (one) => one);
  expect(row?.notes?.replace(/^\S+ /gm, "").split("\n")).toEqual(
    [0, 1, 2].map((n) => `Test finance: note ${String(n)}`),
  );
});
