import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Role, ROLES } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RecordManualRefundInput } from "@/lib/manual-refunds/manual-refund-views";
import type { CreateRequestInput } from "@/lib/requests/request-views";
import type { Ctx } from "../../context";
import { recordManualRefund } from "../../manual-refunds/commands/record-manual-refund";
import { listManualRefunds } from "../../manual-refunds/queries/list-manual-refunds";
import { requestRefund } from "../../refunds/commands/request-refund";
import { refundForm } from "../../refunds/queries/refund-form";
import { createRequest } from "../../requests/commands/create-request";
import { requestForm } from "../../requests/queries/request-form";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { createBulkRun } from "../../bulk/commands/create-bulk-run";
import { readRowReasons } from "../queries/read-row-reasons";
import { listReasonRows } from "../queries/list-reason-rows";
import { readReasonSettings } from "../queries/read-reason-settings";
import { requireReason } from "./require-reason";
import { saveReason } from "./save-reason";

let harness: Harness;
let admin: Ctx;
let finance: Ctx;
let support: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  admin = await harness.ctxOf("admin");
  finance = await harness.ctxOf("finance");
  support = await harness.ctxOf("support");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const reason = (code: string, name: string, needsText = false) =>
  saveReason(admin, { code, name, nameHi: "", needsText, isActive: true, isNew: true });
async function requireOne(): Promise<void> {
  await reason("goods", "Goods returned");
  await reason("other", "Other", true);
  expect(await requireReason(admin, { isRequired: true })).toEqual({ kind: "saved" });
}
const requestInput = (fields: Partial<CreateRequestInput> = {}): CreateRequestInput => ({
  requestId: randomUUID(),
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
  amount: "120.25",
  reason: "",
  reasonCode: null,
  note: "The customer called",
  ...fields,
});
const manualInput = (fields: Partial<RecordManualRefundInput> = {}): RecordManualRefundInput => ({
  manualRefundId: randomUUID(),
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
  amount: "1.00",
  method: "cash",
  paidOn: "2026-11-20",
  transferReference: "RECEIPT-1",
  note: "The card was closed",
  ...fields,
});
const REQUIRED = { kind: "invalid", field: "reason", fault: "required" };
const sent = () => harness.service.callsOf("refund_initiate").length;

it.each(ROLES)("only an admin requires a reason: %s", async (role: Role) => {
  const ctx = await harness.ctxOf(role);
  const outcome = await requireReason(ctx, { isRequired: true });
  expect(outcome.kind).toBe(role === "admin" ? "saved" : "forbidden");
  expect(await readReasonSettings(admin)).toEqual({ isReasonRequired: role === "admin" });
});

it("is off until an admin turns it on; each change is audited once", async () => {
  expect(await readReasonSettings(admin)).toEqual({ isReasonRequired: false });
  await Promise.all([
    requireReason(admin, { isRequired: true }),
    requireReason(await harness.ctxOf("admin"), { isRequired: true }),
  ]);
  await requireReason(admin, { isRequired: false });
  expect(await requireReason(admin, { isRequired: "no" })).toMatchObject({ kind: "invalid" });
  const entries = await harness.audit();
  expect(entries.map(({ action, detail }) => [action, detail.before, detail.after])).toEqual([
    ["refund_reason_required", "optional", "required"],
    ["refund_reason_required", "required", "optional"],
  ]);
});

describe("while a reason is required", () => {
  it.each([
    ["no text", ""],
    ["a text of no listed reason", "Because"],
  ])("a refund with %s is refused and nothing is sent", async (_, text) => {
    await requireOne();
    const form = refundInput(payment, { reason: text });
    expect(await requestRefund(finance, form)).toEqual(REQUIRED);
    expect(sent()).toBe(0);
    const chosen = { ...form, reason: "Goods returned", reasonCode: "goods" };
    expect(await requestRefund(finance, chosen)).toMatchObject({ kind: "accepted" });
    expect(sent()).toBe(1);
  });

  it("a form without a code names it by its text, with the text that the reason needs", async () => {
    await requireOne();
    expect(await requestRefund(finance, refundInput(payment, { reason: "Other" }))).toEqual({
      ...REQUIRED,
      fault: "needs_text",
    });
    const form = refundInput(payment, { reason: "Other: torn box" });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "accepted" });
  });

  it("a refund that was sent before keeps its outcome", async () => {
    const form = refundInput(payment, { reason: "" });
    const first = await requestRefund(finance, form);
    await requireOne();
    expect(await requestRefund(finance, form)).toEqual(first);
    expect(sent()).toBe(1);
  });

  it("a refund request without one is refused; one that was made before is kept and asks at acceptance", async () => {
    const before = requestInput();
    const made = await createRequest(support, before);
    await requireOne();
    expect(await createRequest(support, before)).toEqual(made);
    expect(await createRequest(support, requestInput())).toEqual(REQUIRED);
    const acceptance = refundInput(payment, { requestId: before.requestId, reason: "" });
    expect(await requestRefund(finance, acceptance)).toEqual(REQUIRED);
    const chosen = { ...acceptance, reason: "Goods returned", reasonCode: "goods" };
    expect(await requestRefund(finance, chosen)).toMatchObject({ kind: "accepted" });
  });

  it("the forms say so, as long as any reason is offered", async () => {
    await requireOne();
    const target = { reference: "ORD-1", transactionId: payment.transaction_id };
    expect(await refundForm(finance, target)).toMatchObject({ isReasonRequired: true });
    expect(await requestForm(support, target)).toMatchObject({ isReasonRequired: true });
    expect(await readRowReasons(support)).toMatchObject({ isReasonRequired: true });
    for (const code of ["goods", "other"])
      await saveReason(admin, {
        code,
        name: code,
        nameHi: "",
        needsText: false,
        isActive: false,
        isNew: false,
      });
    expect(await refundForm(finance, target)).toMatchObject({ isReasonRequired: false, reasons: [] });
    expect(await requestRefund(finance, refundInput(payment, { reason: "Because" }))).toMatchObject({
      kind: "accepted",
    });
  });

  it("each row of a file without one says what to write; other kinds of files need none", async () => {
    await requireOne();
    const driver = new BulkDriver(harness);
    const valid = [
      { code: "goods", name: "Goods returned" },
      { code: "other", name: "Other" },
    ];
    const runId = await driver.prepare(
      finance,
      "refund",
      "reference,amount,reason\nORD-1,1.00,\nORD-1,2.00,goods\nORD-1,3.00,other",
    );
    expect((await driver.rows(finance, runId)).map(({ state, faults }) => [state, faults])).toEqual([
      ["problem", [{ kind: "reason_missing", valid }]],
      ["ready", []],
      ["problem", [{ kind: "reason_needs_text", code: "other" }]],
    ]);
    const without = await driver.prepare(finance, "refund", "reference,amount\nORD-1,1.00");
    expect(await driver.rows(finance, without)).toMatchObject([
      { state: "problem", faults: [{ kind: "reason_missing" }] },
    ]);
    const bytes = new TextEncoder().encode("reference,amount\nORD-1,1.00");
    const given = await createBulkRun(finance, { kind: "refund", fileName: null, bytes, reason: "goods" });
    if (given.kind !== "created") throw new Error(given.kind);
    await driver.check(finance, given.runId);
    expect(await driver.rows(finance, given.runId)).toMatchObject([
      { state: "ready", reason: "Goods returned", reasonCode: "goods" },
    ]);
    const lookup = await driver.prepare(finance, "lookup", "reference\nORD-1");
    expect(await driver.rows(finance, lookup)).toMatchObject([{ faults: [] }]);
  });

  it("rows that were checked before and lack one are not sent, before the start and after it", async () => {
    await reason("goods", "Goods returned");
    const driver = new BulkDriver(harness, 1);
    const file = "reference,amount,reason\nORD-1,1.00,\nORD-1,2.00,goods\nORD-1,3.00,";
    const [waiting, running] = [
      await driver.prepare(finance, "refund", file),
      await driver.prepare(finance, "refund", file.replaceAll("00,", "50,")),
    ];
    expect(await driver.start(finance, running)).toEqual({ kind: "started" });
    await driver.turn(running);
    await requireReason(admin, { isRequired: true });
    expect(await driver.start(finance, waiting)).toEqual({ kind: "rows_changed", rows: 2 });
    const stateAndFault = async (runId: string) =>
      (await driver.rows(finance, runId)).map(({ state, faults }) => [state, faults[0]?.kind]);
    expect(await stateAndFault(waiting)).toEqual([
      ["problem", "reason_missing"],
      ["ready", undefined],
      ["problem", "reason_missing"],
    ]);
    await driver.finish(finance, running);
    expect(await stateAndFault(running)).toEqual([
      ["accepted", undefined],
      ["accepted", undefined],
      ["not_sent", "reason_missing"],
    ]);
    expect(sent()).toBe(2);
  });

  it("a manual refund names one too, with the note that the reason needs", async () => {
    await requireOne();
    const form = manualInput({ note: "" });
    expect(await recordManualRefund(finance, form)).toEqual(REQUIRED);
    expect(await recordManualRefund(finance, { ...form, reasonCode: "late" })).toEqual({
      ...REQUIRED,
      fault: "changed",
    });
    expect(await recordManualRefund(finance, { ...form, reasonCode: "other" })).toEqual({
      kind: "invalid",
      field: "note",
      fault: "missing",
    });
    const chosen = { ...form, reasonCode: "goods" };
    expect(await recordManualRefund(finance, chosen)).toMatchObject({ kind: "recorded" });
    expect(await recordManualRefund(finance, chosen)).toMatchObject({ kind: "recorded" });
    expect(await recordManualRefund(finance, { ...form, reasonCode: "other", note: "x" })).toMatchObject({
      fault: "other_values",
    });
    expect(await listManualRefunds(finance, { tab: "all" })).toMatchObject({
      refunds: [{ reason: "Goods returned", note: null }],
    });
    expect((await harness.audit()).at(-1)).toMatchObject({ detail: { reason: "Goods returned" } });
  });
});

it("while none is required, a file without the column and a manual refund without a reason are accepted", async () => {
  await reason("goods", "Goods returned");
  const driver = new BulkDriver(harness);
  const runId = await driver.prepare(finance, "refund", "reference,amount\nORD-1,1.00");
  expect(await driver.rows(finance, runId)).toMatchObject([{ state: "ready", faults: [] }]);
  expect(await recordManualRefund(finance, manualInput())).toMatchObject({ kind: "recorded" });
});

it("a reason that only a refund request or a manual refund names is in use", async () => {
  await reason("goods", "Goods returned");
  await reason("late", "Delivered late");
  // The manual refund first: beside a waiting request, it would be asked about.
  await recordManualRefund(finance, manualInput({ reasonCode: "late" }));
  await createRequest(support, requestInput({ reason: "Goods returned", reasonCode: "goods" }));
  expect(await listReasonRows(admin)).toMatchObject([
    { code: "goods", isInUse: true },
    { code: "late", isInUse: true },
  ]);
});
