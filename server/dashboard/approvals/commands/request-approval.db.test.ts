import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { changeRole } from "../../people/commands/change-role";
import { refundForm } from "../../refunds/queries/refund-form";
import { findApproval, findApprovalOfRun } from "../store/approvals";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { declineApproval } from "./decline-approval";
import { requestBulkApproval, type BulkToApprove } from "../../bulk/commands/request-bulk-approval";
import { requestRefund } from "../../refunds/commands/request-refund";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const sent = () => harness.service.callsOf("refund_initiate").length;
const balanceOf = async (person: Ctx) => {
  const view = await refundForm(person, { reference: "ORD-1", transactionId: payment.transaction_id });
  return view.kind === "ready" ? view.balance : view.kind;
};

/** An admin whom another admin makes finance after their request has begun: their context still says admin. */
const demotedMeanwhile = async (): Promise<Ctx> => {
  const person = await harness.ctxOf("admin");
  const change = { personId: person.actor.userId, role: "finance" };
  expect(await changeRole(await harness.ctxOf("admin"), change)).toEqual({ kind: "done" });
  return person;
};

describe("a refund", () => {
  it("is evaluated by the threshold of the role that the person has when it is decided, not when their request began", async () => {
    await setRule(harness, "10.00", "finance");
    const input = refundInput(payment, { amount: "100.00" });
    expect((await requestRefund(await demotedMeanwhile(), input)).kind).toBe("awaiting_approval");
    expect(await findApproval(harness.pool, input.intentId)).toMatchObject({ requestedRole: "finance" });
    expect(sent()).toBe(0);
  });

  it("needs nobody else while there is no rule, at the threshold, and where only another role has a rule", async () => {
    expect((await requestRefund(ctx, refundInput(payment, { amount: "100.00" }))).kind).toBe("accepted");
    await setRule(harness, "10.00", "admin");
    expect((await refundSeparately(ctx, refundInput(payment, { amount: "100.00" }))).kind).toBe("accepted");
    await setRule(harness, "50.00");
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-3" });
    expect((await requestRefund(ctx, refundInput(other, { amount: "50.00" }))).kind).toBe("accepted");
  });

  it("in a currency without a limit needs approval where the role has limits, whatever the amount", async () => {
    await setRule(harness, "10000.00");
    const dollars = harness.service.addPayment({ merchant_transaction_id: "ORD-2", currency: "USD" });
    const input = refundInput(dollars, { amount: "0.01" });
    expect(await requestRefund(ctx, input)).toMatchObject({ kind: "awaiting_approval" });
    expect(sent()).toBe(0);
    const waiting = await findApproval(harness.pool, input.intentId);
    expect(waiting).toMatchObject({ totals: [{ currency: "USD", amountPaise: 1n, thresholdPaise: null }] });
    expect((waiting?.expiresAt.getTime() ?? 0) - (waiting?.requestedAt.getTime() ?? 0)).toBe(1_440 * 60_000);
  });

  it("in any other currency is evaluated by the limit for all others, small ones of a payment together", async () => {
    await setRule(harness, "10000.00");
    await setRule(harness, "50.00", "finance", "*");
    const dollars = harness.service.addPayment({ merchant_transaction_id: "ORD-2", currency: "USD" });
    const ask = async (amount: string) =>
      (await refundSeparately(ctx, refundInput(dollars, { amount }))).kind;
    expect(await ask("30.00")).toBe("accepted");
    expect(await ask("20.01")).toBe("awaiting_approval");
    expect(await ask("20.00")).toBe("accepted");
    await setRule(harness, "100.00", "finance", "USD");
    expect(await ask("30.00")).toBe("accepted");
  });

  it("is shown with the limit that the request is evaluated by, before it is requested", async () => {
    const limitOf = async (person: Ctx) => {
      const view = await refundForm(person, { reference: "ORD-1", transactionId: payment.transaction_id });
      return view.kind === "ready" ? view.approvalLimit : view.kind;
    };
    expect(await limitOf(ctx)).toBeNull();
    await setRule(harness, "100.00");
    expect(await limitOf(ctx)).toEqual({ threshold: "100.00", counted: "0.00" });
    expect(await limitOf(await harness.ctxOf("admin"))).toBeNull();
    await requestRefund(ctx, refundInput(payment, { amount: "60.00" }));
    expect(await limitOf(ctx)).toEqual({ threshold: "100.00", counted: "60.00" });
    const dollars = harness.service.addPayment({ merchant_transaction_id: "ORD-2", currency: "USD" });
    const target = { reference: "ORD-2", transactionId: dollars.transaction_id };
    expect(await refundForm(ctx, target)).toMatchObject({
      approvalLimit: { threshold: null, counted: "0.00" },
    });
  });

  it("above the threshold is requested and not sent: bound to payment and amount, audited, and the same for the same form", async () => {
    await setRule(harness, "100.00");
    const input = refundInput(payment, { amount: "100.01" });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => requestRefund(ctx, input)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ kind: "awaiting_approval", approvalId: input.intentId });
    expect(sent()).toBe(0);
    expect(await findApproval(harness.pool, input.intentId)).toMatchObject({
      state: "WAITING",
      transactionId: payment.transaction_id,
      totals: [{ currency: "INR", amountPaise: 10_001n, thresholdPaise: 10_000n, countedPaise: 0n }],
      requestedById: ctx.actor.userId,
    });
    expect((await harness.audit()).filter(({ action }) => action === "approval_requested")).toHaveLength(1);
    for (const changed of [
      { ...input, amount: "100.02" },
      { ...input, reason: "" },
    ])
      expect(await requestRefund(ctx, changed)).toMatchObject({ kind: "invalid", field: "form" });
    const colleague = await harness.ctxOf("finance");
    expect(await requestRefund(colleague, input)).toMatchObject({ kind: "invalid", field: "form" });
  });

  it("expected to need approval sends nothing once it needs none, and goes out when it is requested as a direct refund", async () => {
    await setRule(harness, "100.00");
    const input = refundInput(payment, { amount: "200.00", isApprovalExpected: true });
    await setRule(harness, "500.00");
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => requestRefund(ctx, input)));
    expect(outcomes).toEqual(Array(10).fill({ kind: "approval_not_needed" }));
    // The form is closed: a submission that is still on its way sends nothing either.
    const direct = { ...input, isApprovalExpected: false };
    expect(await requestRefund(ctx, direct)).toEqual({ kind: "approval_not_needed" });
    expect(sent()).toBe(0);
    expect(await balanceOf(ctx)).toMatchObject({ inProgress: "0.00" });

    expect(await requestRefund(ctx, { ...direct, intentId: randomUUID() })).toMatchObject({
      kind: "accepted",
    });
    expect(sent()).toBe(1);
  });

  it("expected to need none waits all the same once it is above the limit", async () => {
    await setRule(harness, "500.00");
    const input = refundInput(payment, { amount: "200.00", isApprovalExpected: false });
    await setRule(harness, "100.00");
    expect(await requestRefund(ctx, input)).toMatchObject({ kind: "awaiting_approval" });
    expect(sent()).toBe(0);
  });

  it("submitted again after its request was declined does not read as waiting", async () => {
    await setRule(harness, "100.00");
    const input = refundInput(payment, { amount: "200.00" });
    expect(await requestRefund(ctx, input)).toMatchObject({ kind: "awaiting_approval" });
    const approver = await harness.ctxOf("admin");
    await declineApproval(approver, { approvalId: input.intentId, note: "No" });
    expect(await requestRefund(ctx, input)).toEqual({ kind: "approval_ended", approvalId: input.intentId });
    expect(sent()).toBe(0);
    expect(await balanceOf(ctx)).toMatchObject({ inProgress: "0.00" });
  });

  it("one form cannot stand for a request on one payment and a refund of another", async () => {
    await setRule(harness, "100.00");
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    const large = refundInput(payment, { amount: "200.00" });
    const small = { ...refundInput(other, { amount: "10.00" }), intentId: large.intentId };
    const outcomes = await Promise.all([requestRefund(ctx, large), requestRefund(ctx, small)]);
    expect(outcomes.filter(({ kind }) => kind === "invalid")).toHaveLength(1);
  });

  it("keeps its amount reserved while it waits, and gives it back when it ends", async () => {
    await setRule(harness, "100.00");
    const approvalId = await askFor(ctx, payment, "450.00");
    expect(await balanceOf(ctx)).toMatchObject({ paid: "500.00", inProgress: "450.00", left: "50.00" });
    expect(await requestRefund(ctx, refundInput(payment, { amount: "60.00" }))).toEqual({
      kind: "exceeds_balance",
      left: "50.00",
      currency: "INR",
    });
    const second = await harness.ctxOf("finance");
    expect(await declineApproval(second, { approvalId, note: "No" })).toEqual({ kind: "declined" });
    expect(await balanceOf(ctx)).toMatchObject({ inProgress: "0.00", left: "500.00" });
  });

  it("requested 30 times at once never reserves more than there is", async () => {
    await setRule(harness, "100.00");
    const people = await Promise.all(Array.from({ length: 30 }, () => harness.ctxOf("finance")));
    const outcomes = await Promise.all(
      people.map((person) => refundSeparately(person, refundInput(payment, { amount: "150.00" }))),
    );
    expect(outcomes.filter(({ kind }) => kind === "awaiting_approval")).toHaveLength(3);
    expect(await balanceOf(ctx)).toMatchObject({ inProgress: "450.00", left: "50.00" });
  });

  it("split into small ones waits as soon as their sum is above the threshold, for any requester, until the time is over", async () => {
    await setRule(harness, "100.00");
    const colleague = await harness.ctxOf("finance");
    expect((await requestRefund(ctx, refundInput(payment, { amount: "60.00" }))).kind).toBe("accepted");
    expect((await requestRefund(colleague, refundInput(payment, { amount: "40.00" }))).kind).toBe("accepted");
    const approvalId = await askFor(colleague, payment, "0.01");
    expect(await findApproval(harness.pool, approvalId)).toMatchObject({
      totals: [{ amountPaise: 1n, countedPaise: 10_000n }],
    });
    harness.clock.advance(24 * 60 * 60_000);
    expect((await refundSeparately(ctx, refundInput(payment, { amount: "60.00" }))).kind).toBe("accepted");
  });

  it("is not requested when its audit row cannot be written (failure 38)", async () => {
    await setRule(harness, "100.00");
    const input = refundInput(payment, { amount: "200.00" });
    const mend = await harness.breakAudit();
    await expect(requestRefund(ctx, input)).rejects.toThrow("disk full");
    await mend();
    expect(await findApproval(harness.pool, input.intentId)).toBeNull();
    expect(await balanceOf(ctx)).toMatchObject({ inProgress: "0.00" });
  });
});

describe("a bulk run", () => {
  const run = (rows: [TransactionRecord, bigint][]): BulkToApprove => ({
    runId: randomUUID(),
    runName: "returns.csv",
    isTest: false,
    rows: rows.map(([{ transaction_id: transactionId }, amountPaise]) => ({
      transactionId,
      amountPaise,
      currency: "INR",
    })),
  });
  const ask = (bulk: BulkToApprove, by = ctx) =>
    inTransaction(harness.pool, (db) => requestBulkApproval(db, by, bulk));

  it("is evaluated by the threshold of the role that the person has when it starts, not when their request began", async () => {
    await setRule(harness, "10.00", "finance");
    const bulk = run([[payment, 1_001n]]);
    expect((await ask(bulk, await demotedMeanwhile())).kind).toBe("waiting");
    expect(await findApprovalOfRun(harness.pool, bulk.runId)).toMatchObject({ requestedRole: "finance" });
  });

  it("needs nobody else up to the threshold", async () => {
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    expect(await ask(run([[payment, 10_000n]]))).toEqual({ kind: "not_needed" });
    await setRule(harness, "100.00");
    expect(
      await ask(
        run([
          [payment, 5_000n],
          [other, 5_000n],
        ]),
      ),
    ).toEqual({ kind: "not_needed" });
  });

  it("waits when its total is above, reserves each payment's sum, and has one request however often it is asked", async () => {
    await setRule(harness, "100.00");
    const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
    const bulk = run([
      [payment, 5_000n],
      [other, 5_000n],
      [payment, 1n],
    ]);
    const asked = await Promise.all([ask(bulk), ask(bulk), ask(bulk)]);
    expect(asked.map(({ kind }) => kind).sort()).toEqual(["exists", "exists", "waiting"]);
    expect(await findApprovalOfRun(harness.pool, bulk.runId)).toMatchObject({
      kind: "bulk",
      runName: "returns.csv",
      rowCount: 3,
      totals: [{ currency: "INR", amountPaise: 10_001n }],
    });
    expect(await balanceOf(ctx)).toMatchObject({ inProgress: "50.01", left: "449.99" });
  });

  it("waits when one payment's rows are above with what was refunded on it before", async () => {
    await setRule(harness, "100.00");
    expect((await requestRefund(ctx, refundInput(payment, { amount: "90.00" }))).kind).toBe("accepted");
    expect((await ask(run([[payment, 1_001n]]))).kind).toBe("waiting");
  });
});
