import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { recordManualRefund } from "../../manual-refunds/commands/record-manual-refund";
import { viewPayment } from "../../payments/queries/view-payment";
import { createRequest } from "../../requests/commands/create-request";
import { listRequests } from "../../requests/queries/list-requests";
import { requestForm } from "../../requests/queries/request-form";
import { BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { requestRefund } from "../commands/request-refund";
import { acceptAfterAll } from "../store/refund-intent-moves";
import { refundForm } from "./refund-form";

/** A service of the five endpoints reports a balance only when it refuses a refund. */
let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;
let reportedAfterMs: number;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = null;
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  harness.service.refundOutsideDashboard(payment, "50.00");
  reportedAfterMs = Date.now();
  const refused = await requestRefund(ctx, refundInput(payment, { amount: "500.00" }));
  expect(refused).toMatchObject({ kind: "refused", left: "450.00" });
});
afterAll(() => harness.stop());

const target = () => ({ reference: "ORD-1", transactionId: payment.transaction_id });
const OUTSIDE = { amount: "50.00", reportedAt: expect.any(String) as string };
const BALANCE = { paid: "500.00", refunded: "0.00", inProgress: "0.00", left: "500.00", outside: OUTSIDE };

it("the payment and both forms show the reported refunds beside the balance, with the time of the report", async () => {
  const found = await viewPayment(ctx, target());
  expect(found).toMatchObject({ detail: { balance: BALANCE } });
  const form = await refundForm(ctx, target());
  expect(form).toMatchObject({ balance: BALANCE });
  const at = form.kind === "ready" ? Date.parse(form.balance.outside?.reportedAt ?? "") : 0;
  expect(at).toBeGreaterThanOrEqual(reportedAfterMs);
  expect(await requestForm(await harness.ctxOf("support"), target())).toMatchObject({ balance: BALANCE });
});

it("a row of a bulk run shows them until it is sent, and the service decides about it", async () => {
  const driver = new BulkDriver(harness);
  const runId = await driver.prepare(ctx, "refund", "reference,amount\nORD-1,460.00\nORD-1,41.00");
  expect(await driver.rows(ctx, runId)).toMatchObject([
    { state: "ready", outside: OUTSIDE },
    { state: "problem", outside: OUTSIDE, faults: [{ kind: "exceeds_above", left: "40.00" }] },
  ]);
  await driver.start(ctx, runId);
  await driver.finish(ctx, runId);
  expect((await driver.rows(ctx, runId))[0]).toMatchObject({ state: "refused", outside: null });
});

it("a request of all that is left here can be made, and shows them until it is decided", async () => {
  const requestId = randomUUID();
  const text = { reason: "", reasonCode: null, note: "" };
  const support = await harness.ctxOf("support");
  const made = await createRequest(support, { ...target(), ...text, requestId, amount: "500.00" });
  expect(made).toEqual({ kind: "requested", requestId });
  const [row] = (await listRequests(ctx, { tab: "open" })).requests;
  expect(row).toMatchObject({ left: "500.00", outside: OUTSIDE });
});

const record = (amount: string, confirmedDuplicates: string[] = []) =>
  recordManualRefund(ctx, {
    ...target(),
    manualRefundId: randomUUID(),
    amount,
    method: "bank_transfer",
    paidOn: harness.clock.now().toISOString().slice(0, 10),
    transferReference: randomUUID(),
    note: "The card was closed",
    confirmedDuplicates,
  });

it("stay reported, and asked about, when the refused refund is accepted after all and then fails", async () => {
  const { rows } = await harness.pool.query<{ id: string }>("select id from refund_intents");
  const response = { state: "ACCEPTED", refundId: "RFD-AFTER-ALL", refundStatus: "INITIATED" } as const;
  expect(await acceptAfterAll(harness.pool, rows[0]?.id ?? "", response, harness.clock.now())).toBe(true);
  await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
  expect(await refundForm(ctx, target())).toMatchObject({ balance: BALANCE });
  expect(await record("450.01")).toMatchObject({
    kind: "likely_duplicate",
    duplicates: [{ kind: "refunded_outside", amount: "50.00", by: ctx.actor.name }],
  });
});

it("a record without a gateway, about which no service decides, is asked about before it is made", async () => {
  const asked = await record("450.01");
  expect(asked).toMatchObject({
    kind: "likely_duplicate",
    duplicates: [{ kind: "refunded_outside", amount: "50.00", by: ctx.actor.name }],
  });
  const ids = asked.kind === "likely_duplicate" ? asked.duplicates.map(({ intentId }) => intentId) : [];
  expect(await record("450.01", ids)).toMatchObject({ kind: "recorded" });
});

it("a new refusal replaces the report, and a refund that would not fit beside it ends it", async () => {
  harness.service.refundOutsideDashboard(payment, "100.00");
  expect(await requestRefund(ctx, refundInput(payment, { amount: "500.00" }))).toMatchObject({
    left: "350.00",
  });
  expect(await refundForm(ctx, target())).toMatchObject({ balance: { outside: { amount: "150.00" } } });
  for (const refund of harness.service.refunds) refund.refund_status = "FAILURE";
  expect(await requestRefund(ctx, refundInput(payment, { amount: "500.00" }))).toMatchObject({
    kind: "accepted",
  });
  expect(await refundForm(ctx, target())).toMatchObject({ balance: { left: "0.00", outside: null } });
});
