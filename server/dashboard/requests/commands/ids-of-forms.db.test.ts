import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { declineManualRefund } from "../../manual-refunds/commands/on-manual-refund";
import { recordManualRefund } from "../../manual-refunds/commands/record-manual-refund";
import { requestRefund } from "../../refunds/commands/request-refund";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { requestInput, withRefundRequests } from "@/tools/testing/dashboard/refund-request";
import { createRequest } from "./create-request";

const { current, made, seen, statusOf, sent } = withRefundRequests();
let harness: Harness;
let support: Ctx;
let finance: Ctx;
let payment: TransactionRecord;
let other: TransactionRecord;
beforeEach(() => {
  ({ harness, support, finance, payment } = current());
  other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
});

const INVALID = { kind: "invalid", field: "form", fault: "other_values" };

const manual = (of: TransactionRecord, fields: object = {}) => ({
  manualRefundId: randomUUID(),
  reference: of.merchant_transaction_id,
  transactionId: of.transaction_id,
  amount: "10.00",
  method: "cash",
  paidOn: harness.clock.now().toISOString().slice(0, 10),
  transferReference: `R-${randomUUID()}`,
  note: "",
  ...fields,
});

/** What fulfils the request, by the id that the request then names. */
const FULFILMENTS: Record<string, (requestId: string) => Promise<string>> = {
  "a refund": async (requestId) => {
    const form = refundInput(payment, { requestId });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "accepted" });
    return form.intentId;
  },
  "a refund that waits for approval": async (requestId) => {
    await setRule(harness, "50");
    const form = refundInput(payment, { requestId, isApprovalExpected: true });
    expect(await requestRefund(finance, form)).toMatchObject({ kind: "awaiting_approval" });
    return form.intentId;
  },
};

it.each(Object.keys(FULFILMENTS))(
  "a manual refund or a request of any payment takes no id of %s: what became of it is not read from them",
  async (name) => {
    const requestId = await made();
    const id = (await FULFILMENTS[name]?.(requestId)) ?? "";
    const status = await statusOf(requestId);
    for (const of of [payment, other]) {
      expect(await recordManualRefund(finance, manual(of, { manualRefundId: id }))).toEqual(INVALID);
      expect(await createRequest(support, requestInput(of, { requestId: id }))).toEqual(INVALID);
    }
    expect(await statusOf(requestId)).toEqual(status);
  },
);

it("a manual refund takes no id of a row of a bulk run, which is to fulfil a request", async () => {
  const driver = new BulkDriver(harness);
  const runId = await driver.prepare(finance, "refund", "ORD-1,120.25,a");
  const [row] = await driver.rows(finance, runId);
  const given = manual(other, { manualRefundId: row?.rowId });
  expect(await recordManualRefund(finance, given)).toEqual(INVALID);
});

it("a refund takes no id of a manual refund: the request that this was to fulfil waits, and is fulfilled once", async () => {
  const requestId = await made();
  const given = manual(payment, { requestId });
  expect(await recordManualRefund(finance, given)).toMatchObject({ kind: "recorded" });
  const step = { manualRefundId: given.manualRefundId, reason: "No" };
  expect(await declineManualRefund(await harness.ctxOf("admin"), step)).toEqual({ kind: "done" });
  const fulfils = { requestId, requestSteps: (await seen(requestId)).events.length };
  const form = refundInput(payment, { intentId: given.manualRefundId, ...fulfils });
  expect(await requestRefund(finance, form)).toEqual(INVALID);
  expect(await requestRefund(finance, refundInput(payment, fulfils))).toMatchObject({ kind: "accepted" });
  expect([sent(), await statusOf(requestId)]).toEqual([1, ["ACCEPTED", "in_progress", false]]);
});

it("of two forms that use one id at once, of two payments, one does", async () => {
  for (let times = 0; times < 5; times += 1) {
    const id = randomUUID();
    const outcomes = await Promise.all([
      requestRefund(finance, refundInput(payment, { intentId: id, amount: `1.0${times}` })),
      recordManualRefund(finance, manual(other, { manualRefundId: id, amount: `1.0${times}` })),
    ]);
    expect(outcomes.filter(({ kind }) => kind !== "invalid")).toHaveLength(1);
  }
});
