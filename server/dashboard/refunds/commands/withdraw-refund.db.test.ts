import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { setRule } from "@/tools/testing/dashboard/approvals";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { requestRefund } from "./request-refund";
import { withdrawRefund } from "./withdraw-refund";

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

it("a form that was withdrawn before its submission arrives makes no refund, and another form does", async () => {
  const input = refundInput(payment);
  expect(await withdrawRefund(ctx, input)).toEqual({ kind: "withdrawn" });
  expect(await requestRefund(ctx, input)).toEqual({ kind: "withdrawn" });
  expect(await withdrawRefund(ctx, input)).toEqual({ kind: "withdrawn" });
  expect(sent()).toBe(0);
  expect((await requestRefund(ctx, refundInput(payment))).kind).toBe("accepted");
});

it("a submission that is still reading the payment is stopped, and is informed", async () => {
  const input = refundInput(payment);
  let withdrawal: unknown = null;
  harness.service.next("/v1/ops/refunds/balance", {
    kind: "meanwhile",
    act: async () => {
      withdrawal = await withdrawRefund(ctx, input);
    },
  });
  expect(await requestRefund(ctx, input)).toEqual({ kind: "withdrawn" });
  expect(withdrawal).toEqual({ kind: "withdrawn" });
  expect(sent()).toBe(0);
});

it("what has been received is reported as it is, and stays", async () => {
  const made = refundInput(payment, { amount: "10.00" });
  const accepted = await requestRefund(ctx, made);
  expect(await withdrawRefund(ctx, made)).toEqual(accepted);
  expect(sent()).toBe(1);

  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  const lost = refundInput(payment, { amount: "11.00" });
  expect(await requestRefund(ctx, lost)).toEqual({ kind: "unknown", intentId: lost.intentId });
  expect(await withdrawRefund(ctx, lost)).toEqual({ kind: "unknown", intentId: lost.intentId });
  expect(sent()).toBe(2);
});

it("a request that waits for its approval goes on waiting", async () => {
  await setRule(harness, "100.00");
  const input = refundInput(payment);
  const waiting = await requestRefund(ctx, input);
  expect(waiting).toMatchObject({ kind: "awaiting_approval", approvalId: input.intentId });
  expect(await withdrawRefund(ctx, input)).toEqual(waiting);
});

it("withdraws nothing for other values, and nothing of another person's", async () => {
  const input = refundInput(payment);
  const accepted = await requestRefund(ctx, input);
  expect(await withdrawRefund(ctx, { ...input, amount: "120.26" })).toMatchObject({
    kind: "invalid",
    fault: "other_values",
  });
  expect(await withdrawRefund(await harness.ctxOf("finance"), input)).toMatchObject({ kind: "invalid" });
  expect(await requestRefund(ctx, input)).toEqual(accepted);
});

it("withdraws no row of a bulk run under the id of a form: the row is sent all the same", async () => {
  const driver = new BulkDriver(harness);
  const runId = await driver.prepare(ctx, "refund", "ORD-1,120.25,a");
  const [row] = await driver.rows(ctx, runId);
  const input = refundInput(payment, { intentId: row?.rowId ?? "" });
  expect(await withdrawRefund(ctx, input)).toMatchObject({ kind: "invalid", fault: "other_values" });
  await driver.send(ctx, runId);
  expect(await driver.states(ctx, runId)).toEqual(["accepted"]);
});

it("is for those who may refund; an attempt of others is audited", async () => {
  const support = await harness.ctxOf("support");
  const input = refundInput(payment);
  expect(await withdrawRefund(support, input)).toEqual({ kind: "forbidden" });
  expect((await harness.audit()).map(({ action }) => action)).toContain("forbidden");
  expect((await requestRefund(ctx, input)).kind).toBe("accepted");
});

it("odd input is refused in words", async () => {
  expect(await withdrawRefund(ctx, null)).toMatchObject({ kind: "invalid", fault: "incomplete" });
});
