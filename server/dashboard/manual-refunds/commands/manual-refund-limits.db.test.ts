import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type ComposedRole, type Permission, roleId } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RecordManualRefundInput } from "@/lib/manual-refunds/manual-refund-views";
import type { Ctx } from "../../context";
import { requestRefund } from "../../refunds/commands/request-refund";
import { refundForm } from "../../refunds/queries/refund-form";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { requestPart, statusOfRequest } from "@/tools/testing/dashboard/refund-request";
import {
  confirmManualRefund,
  declineManualRefund,
  keepManualRefund,
  proposeVoidOfManualRefund,
  voidManualRefund,
} from "./on-manual-refund";
import { recordManualRefund } from "./record-manual-refund";

let harness: Harness;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const MAY: readonly Permission[] = ["view_refunds", "refund_payment", "record_manual_refund"];
const desk = (limit: string, fields: Partial<ComposedRole> = {}): ComposedRole =>
  composed(MAY, { refundLimits: { INR: limit }, ...fields });
const checker = (limit: string): ComposedRole =>
  composed(["view_refunds", "approve_refund", "record_manual_refund"], { approveLimits: { INR: limit } });

const input = (amount: string, fields: Partial<RecordManualRefundInput> = {}): RecordManualRefundInput => ({
  manualRefundId: randomUUID(),
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
  amount,
  method: "bank_transfer",
  paidOn: harness.clock.now().toISOString().slice(0, 10),
  transferReference: `UTR-${randomUUID()}`,
  note: "",
  ...fields,
});
const record = async (ctx: Ctx, amount: string): Promise<string> => {
  const given = input(amount);
  expect((await recordManualRefund(ctx, given)).kind).toBe("recorded");
  return given.manualRefundId;
};
const setLimits = (role: ComposedRole, column: "refund_limits" | "approve_limits", limit: string) =>
  harness.pool.query(`update roles set ${column} = jsonb_build_object('INR', $2::text) where id = $1`, [
    role.id,
    limit,
  ]);
const above = (left: string) => ({ kind: "above_limit", limit: "100.00", left, currency: "INR" });
const recorded = async (): Promise<number> =>
  (await harness.pool.query("select from manual_refunds")).rowCount ?? 0;

describe("recording a manual refund", () => {
  it("is done up to the role's refund limit; one paisa more is refused with what is left, and nothing is recorded", async () => {
    const clerk = await harness.ctxOf(desk("10000"));
    expect(await recordManualRefund(clerk, input("100.01"))).toEqual({
      ...above("100.00"),
      mayRequest: false,
    });
    expect(await recorded()).toBe(0);
    await record(clerk, "100.00");
    expect(await recordManualRefund(clerk, input("0.01"))).toMatchObject(above("0.00"));
  });

  it("counts together with the person's refunds through a gateway, in whatever order, and not with those of others", async () => {
    const clerk = await harness.ctxOf(desk("10000"));
    const finance = await harness.ctxOf("finance");
    await record(finance, "150.00");
    expect((await requestRefund(clerk, refundInput(payment, { amount: "60.00" }))).kind).toBe("accepted");
    expect(await recordManualRefund(clerk, input("40.01"))).toMatchObject(above("40.00"));
    const id = await record(clerk, "30.00");
    const target = { reference: "ORD-1", transactionId: payment.transaction_id };
    expect(await refundForm(clerk, target)).toMatchObject({ ownLimit: { limit: "100.00", left: "10.00" } });
    expect(await requestRefund(clerk, refundInput(payment, { amount: "10.01" }))).toMatchObject(
      above("10.00"),
    );
    const driver = new BulkDriver(harness);
    const runId = await driver.prepare(
      await harness.ctxOf(desk("10000", { permissions: [...MAY, "run_bulk"] })),
      "refund",
      "reference,amount\nORD-1,100.00\n",
    );
    expect(await driver.rows(finance, runId)).toMatchObject([{ state: "ready" }]);
    // Declined, it counts no more.
    expect(await declineManualRefund(finance, { manualRefundId: id, reason: "No" })).toEqual({
      kind: "done",
    });
    expect(await refundForm(clerk, target)).toMatchObject({ ownLimit: { left: "40.00" } });
  });

  it("counts in the check of a bulk run", async () => {
    const clerk = await harness.ctxOf(desk("10000", { permissions: [...MAY, "run_bulk"] }));
    await record(clerk, "70.00");
    const driver = new BulkDriver(harness);
    const runId = await driver.prepare(clerk, "refund", "reference,amount\nORD-1,30.01\n");
    expect(await driver.rows(clerk, runId)).toMatchObject([
      { state: "problem", faults: [{ kind: "above_limit", left: "30.00" }] },
    ]);
  });

  it("cannot be split by forms that are sent at once, nor between the two kinds of refund", async () => {
    const clerk = await harness.ctxOf(desk("10000"));
    await Promise.all([
      ...["61.00", "62.00", "63.00"].map((amount) => recordManualRefund(clerk, input(amount))),
      ...["64.00", "65.00"].map((amount) => requestRefund(clerk, refundInput(payment, { amount }))),
    ]);
    const { rows } = await harness.pool.query<{ paise: string }>(
      `select (select coalesce(sum(amount_paise), 0) from manual_refunds)
         + (select coalesce(sum(amount_paise), 0) from refund_intents) as paise`,
    );
    const paise = BigInt(rows[0]?.paise ?? "0");
    expect(paise > 0n && paise <= 10_000n).toBe(true);
  });

  it("holds the limit that the role has under the lock, whatever it was when the form was opened", async () => {
    const role = desk("50000");
    const clerk = await harness.ctxOf(role);
    await setLimits(role, "refund_limits", "10000");
    expect(await recordManualRefund(clerk, input("100.01"))).toMatchObject(above("100.00"));
    await harness.pool.query("update roles set permissions = '{view_refunds}' where id = $1", [role.id]);
    expect(await recordManualRefund(clerk, input("1.00"))).toEqual({ kind: "forbidden" });
    expect(await recorded()).toBe(0);
  });

  it("has no limit for a role that only records, and none in any preset", async () => {
    const recorder = await harness.ctxOf(composed(["record_manual_refund"]));
    await record(recorder, "300.00");
    await record(await harness.ctxOf("finance"), "200.00");
  });

  it("is possible with no other permission: the form opens, and what it records fulfils the waiting request", async () => {
    const recorder = await harness.ctxOf(composed(["record_manual_refund"]));
    const requestId = await requestPart(await harness.ctxOf("support"), payment);
    const target = { reference: "ORD-1", transactionId: payment.transaction_id };
    expect(await refundForm(recorder, target)).toMatchObject({
      kind: "ready",
      waitingRequest: { requestId },
    });
    const given = input("120.25", { requestId, requestSteps: 1 });
    expect(await recordManualRefund(recorder, given)).toMatchObject({ kind: "recorded" });
    const status = await statusOfRequest(await harness.ctxOf("finance"), requestId);
    expect(status).toEqual(["ACCEPTED", "awaiting_confirmation", false]);
  });
});

describe("confirming a manual refund", () => {
  it("is done up to the role's approval limit; above it nothing changes, and declining needs no amount", async () => {
    const finance = await harness.ctxOf("finance");
    const [first, second] = [await record(finance, "100.01"), await record(finance, "100.00")];
    const ctx = await harness.ctxOf(checker("10000"));
    expect(await confirmManualRefund(ctx, { manualRefundId: first, reason: "" })).toEqual({
      kind: "above_limit",
      limit: "100.00",
      currency: "INR",
    });
    expect((await harness.audit()).map(({ action }) => action)).not.toContain("manual_refund_confirmed");
    expect(await confirmManualRefund(ctx, { manualRefundId: second, reason: "" })).toEqual({ kind: "done" });
    expect(await declineManualRefund(ctx, { manualRefundId: first, reason: "No" })).toEqual({ kind: "done" });
    await harness.pool.query(
      "update roles set approve_limits = jsonb_build_object('INR', '9999') where id = $1",
      [roleId(ctx.actor.role)],
    );
    const proposed = { manualRefundId: second, reason: "It came back" };
    expect(await proposeVoidOfManualRefund(finance, proposed)).toEqual({ kind: "done" });
    expect(await voidManualRefund(ctx, proposed)).toMatchObject({ kind: "above_limit", limit: "99.99" });
  });

  it("holds the limit that the role has under the lock", async () => {
    const id = await record(await harness.ctxOf("finance"), "100.00");
    const role = checker("10000");
    const ctx = await harness.ctxOf(role);
    await setLimits(role, "approve_limits", "9999");
    expect(await confirmManualRefund(ctx, { manualRefundId: id, reason: "" })).toMatchObject({
      kind: "above_limit",
      limit: "99.99",
    });
    await harness.pool.query("update roles set permissions = '{approve_refund}' where id = $1", [role.id]);
    expect(await confirmManualRefund(ctx, { manualRefundId: id, reason: "" })).toEqual({ kind: "forbidden" });
  });

  it("takes the right to approve refunds, and so does voiding", async () => {
    const [finance, admin] = [await harness.ctxOf("finance"), await harness.ctxOf("admin")];
    const recorder = await harness.ctxOf(composed(["view_refunds", "record_manual_refund"]));
    const id = await record(finance, "10.00");
    const step = { manualRefundId: id, reason: "It came back" };
    expect(await confirmManualRefund(recorder, step)).toEqual({ kind: "forbidden" });
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "forbidden",
      detail: { deed: "approve_refund" },
    });
    expect(await confirmManualRefund(admin, step)).toEqual({ kind: "done" });
    expect(await proposeVoidOfManualRefund(finance, step)).toEqual({ kind: "done" });
    expect(await voidManualRefund(recorder, step)).toEqual({ kind: "forbidden" });
    expect(await keepManualRefund(recorder, step)).toEqual({ kind: "done" });
  });

  it("stays with a second person, whatever their limit", async () => {
    const both = await harness.ctxOf(composed([...MAY, "approve_refund"]));
    const id = await record(both, "1.00");
    expect(await confirmManualRefund(both, { manualRefundId: id, reason: "" })).toEqual({ kind: "own" });
  });
});
