import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { RecordManualRefundInput } from "@/lib/manual-refunds/manual-refund-views";
import type { Ctx } from "../../context";
import { viewPayment } from "../../payments/queries/view-payment";
import { requestRefund } from "../../refunds/commands/request-refund";
import { refundForm } from "../../refunds/queries/refund-form";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { PAYMENT_OPS, paymentDetail } from "@/tools/testing/dashboard/payment-bodies";
import { askedOf } from "@/tools/testing/dashboard/duplicates";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { listQueue } from "../../queues/queries/list-queue";
import { listManualRefunds } from "../queries/list-manual-refunds";
import {
  confirmManualRefund,
  declineManualRefund,
  keepManualRefund,
  proposeVoidOfManualRefund,
  voidManualRefund,
  withdrawManualRefund,
} from "./on-manual-refund";
import { recordManualRefund } from "./record-manual-refund";

let harness: Harness;
/** Two people of finance. */
let asha: Ctx;
let ben: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  asha = await harness.ctxOf("finance");
  ben = await harness.ctxOf("admin");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const input = (fields: Partial<RecordManualRefundInput> = {}): RecordManualRefundInput => ({
  manualRefundId: randomUUID(),
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
  amount: "200.00",
  method: "bank_transfer",
  paidOn: harness.clock.now().toISOString().slice(0, 10),
  transferReference: `UTR-${randomUUID()}`,
  note: "The card was closed",
  ...fields,
});
async function recorded(fields: Partial<RecordManualRefundInput> = {}): Promise<string> {
  const given = input(fields);
  expect(await recordManualRefund(asha, given)).toEqual({
    kind: "recorded",
    manualRefundId: given.manualRefundId,
  });
  return given.manualRefundId;
}
const step = (manualRefundId: string, reason = "") => ({ manualRefundId, reason });
async function balanceOf(): Promise<unknown> {
  const form = await refundForm(asha, {
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
  });
  if (form.kind !== "ready") throw new Error(JSON.stringify(form));
  const { refunded, inProgress, manual, left } = form.balance;
  return { refunded, inProgress, manual, left };
}
const stateOf = async (): Promise<string | undefined> =>
  (await listManualRefunds(asha, { tab: "all" })).refunds[0]?.state;

describe.each(["the operations extension", "the five endpoints only"])("with %s", (service) => {
  beforeEach(async () => {
    if (service === "the five endpoints only") harness.service.ops = null;
    asha = await harness.ctxOf("finance");
    ben = await harness.ctxOf("admin");
  });

  it("lowers what can be refunded from the start, apart from refunds, and sends nothing", async () => {
    const id = await recorded();
    const wanted = { refunded: "0.00", inProgress: "0.00", manual: "200.00", left: "300.00" };
    expect(await balanceOf()).toEqual(wanted);
    expect(await requestRefund(asha, refundInput(payment, { amount: "300.01" }))).toMatchObject({
      kind: "exceeds_balance",
      left: "300.00",
    });
    expect(await confirmManualRefund(ben, step(id))).toEqual({ kind: "done" });
    expect(await balanceOf()).toEqual(wanted);
    expect(await requestRefund(asha, refundInput(payment, { amount: "300.00" }))).toMatchObject({
      kind: "accepted",
    });
    expect(harness.service.refunds).toHaveLength(1);
    const target = { transactionId: payment.transaction_id, reference: payment.merchant_transaction_id };
    const view = await viewPayment(asha, target);
    expect(view).toMatchObject({
      kind: "found",
      detail: {
        balance: { manual: "200.00", left: "0.00" },
        refunds: [{ amount: "300.00" }],
        manualRefunds: [{ manualRefundId: id, state: "CONFIRMED", amount: "200.00" }],
      },
    });
  });
});

it("is refused when the failed refund in whose place it was made was paid late, and while that is not known", async () => {
  harness.service.ops = null;
  asha = await harness.ctxOf("finance");
  expect(await requestRefund(asha, refundInput(payment, { amount: "500.00" }))).toMatchObject({
    kind: "accepted",
  });
  await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
  harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
  expect(await recordManualRefund(asha, input())).toMatchObject({ kind: "service_error" });
  Object.assign(harness.service.refunds[0] ?? {}, {
    refund_status: "SUCCESS",
    refund_completed_at: "2026-11-21T09:00:05.000Z",
  });
  expect(await recordManualRefund(asha, input())).toEqual({
    kind: "exceeds_balance",
    left: "0.00",
    currency: "INR",
  });
});

it("asks about a refund of the same amount, and about one of any amount that was paid late, and is recorded as separate", async () => {
  await requestRefund(ben, refundInput(payment, { amount: "20.00" }));
  await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
  Object.assign(harness.service.refunds[0] ?? {}, {
    refund_status: "FAILURE",
    refund_completed_at: "2026-11-21T09:00:05.000Z",
    refund_succeeded_late_at: "2026-11-21T09:00:06.000Z",
  });
  await refundSeparately(ben, refundInput(payment, { amount: "21.00" }));
  const first = await recordManualRefund(asha, input({ amount: "21.00" }));
  expect(first).toMatchObject({
    kind: "likely_duplicate",
    amount: "21.00",
    duplicates: [
      { kind: "refunded_before", wasPaidLate: false },
      { kind: "refunded_before", wasPaidLate: true, amount: "20.00" },
    ],
  });
  expect((await listManualRefunds(asha, { tab: "all" })).refunds).toEqual([]);
  const confirmedDuplicates = askedOf(first);
  const id = await recorded({ amount: "21.00", confirmedDuplicates });
  const entry = (await harness.audit()).find(({ action }) => action === "manual_refund_recorded");
  expect(entry?.detail).toMatchObject({ separateFrom: confirmedDuplicates.join(", ") });
  const again = await recordManualRefund(asha, input({ amount: "21.00", confirmedDuplicates }));
  expect(askedOf(again)).toContain(id);
});

it("leaves no more to a refund than is left, when both are submitted at once", async () => {
  for (const order of ["manual first", "refund first"]) {
    payment = harness.service.addPayment({ merchant_transaction_id: `ORD-${order}` });
    const both = [
      () => recordManualRefund(asha, input({ amount: "300.00" })),
      () => requestRefund(ben, refundInput(payment, { amount: "300.00" })),
    ];
    if (order === "refund first") both.reverse();
    const outcomes = await Promise.all(both.map((submit) => submit()));
    const kinds = outcomes.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "recorded" || kind === "accepted")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "exceeds_balance" || kind === "blocked")).toHaveLength(1);
  }
});

it.each([-5_000, 0, 5_000])(
  "is not recorded beside a gateway refund that another process stored while the balance was read, %i ms apart",
  async (apartMs) => {
    const clock = { now: () => new Date(harness.clock.now().getTime() + apartMs) };
    const other = { ...ben, clock };
    // The service has told the balance when the other process refunds all of it, and the response arrives afterwards.
    const act = async (): Promise<void> => {
      const refund = refundInput(payment, { amount: "500.00" });
      expect((await requestRefund(other, refund)).kind).toBe("accepted");
    };
    harness.service.next("/v1/ops/refunds/balance", { kind: "meanwhile", act, when: "after" });
    expect(await recordManualRefund(asha, input({ amount: "500.00" }))).toMatchObject({
      kind: "exceeds_balance",
      left: "0.00",
    });
    expect((await listManualRefunds(asha, { tab: "all" })).refunds).toEqual([]);
  },
);

it("is one record however often its form is submitted, with the same values only", async () => {
  const given = input();
  const outcomes = await Promise.all([1, 2, 3].map(() => recordManualRefund(asha, given)));
  expect(outcomes).toEqual(Array(3).fill({ kind: "recorded", manualRefundId: given.manualRefundId }));
  expect((await listManualRefunds(asha, { tab: "all" })).refunds).toHaveLength(1);
  expect(await recordManualRefund(asha, { ...given, amount: "1.00" })).toMatchObject({
    fault: "other_values",
  });
  expect(await recordManualRefund(ben, given)).toMatchObject({ fault: "other_values" });
});

it.each([
  ["amount", { amount: "" }, "blank"],
  ["amount", { amount: "ten" }, "not_an_amount"],
  ["amount", { amount: "0" }, "not_positive"],
  ["amount", { amount: "$5" }, "not_an_amount"],
  ["method", { method: "barter" }, "missing"],
  ["paidOn", { paidOn: "2026-02-30" }, "missing"],
  ["paidOn", { paidOn: "2199-01-01" }, "future"],
  ["paidOn", { paidOn: "1026-11-21" }, "too_old"],
  ["transferReference", { transferReference: " " }, "missing"],
  ["transferReference", { transferReference: "4111 1111 1111 1111" }, "card_number"],
  ["note", { note: "x".repeat(501) }, "too_long"],
  ["form", { manualRefundId: "no id" }, "incomplete"],
  ["form", { reference: "" }, "incomplete"],
])("refuses a wrong %s and names it: %j", async (field, fields, fault) => {
  expect(await recordManualRefund(asha, input(fields))).toEqual({ kind: "invalid", field, fault });
  expect((await listManualRefunds(asha, { tab: "all" })).refunds).toEqual([]);
});

it("refuses more than is left, an unpaid payment, and a payment with a refund of unknown outcome", async () => {
  expect(await recordManualRefund(asha, input({ amount: "500.01" }))).toEqual({
    kind: "exceeds_balance",
    left: "500.00",
    currency: "INR",
  });
  const unpaid = harness.service.addPayment({
    merchant_transaction_id: "ORD-2",
    transaction_status: "INITIATED",
  });
  expect(
    await recordManualRefund(
      asha,
      input({ reference: "ORD-2", transactionId: unpaid.transaction_id, amount: "1.00" }),
    ),
  ).toMatchObject({ kind: "not_refundable", status: "INITIATED" });
  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  expect(await requestRefund(ben, refundInput(payment, { amount: "10.00" }))).toMatchObject({
    kind: "unknown",
  });
  expect(await recordManualRefund(asha, input())).toEqual({ kind: "blocked" });
});

it("is confirmed by a second person only, also after a change of role", async () => {
  const id = await recorded();
  expect(await confirmManualRefund(asha, step(id))).toEqual({ kind: "own" });
  expect(await declineManualRefund(asha, step(id, "Wrong"))).toEqual({ kind: "own" });
  const asAdmin: Ctx = { ...asha, actor: { ...asha.actor, role: "admin" } };
  expect(await confirmManualRefund(asAdmin, step(id))).toEqual({ kind: "own" });
  expect(await withdrawManualRefund(ben, step(id))).toEqual({ kind: "not_own" });
  expect(await stateOf()).toBe("WAITING");
  const outcomes = await Promise.all([
    confirmManualRefund(ben, step(id)),
    declineManualRefund(ben, step(id, "No")),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "done"]);
});

it.each([
  ["declined", () => declineManualRefund, "ben", "DECLINED"],
  ["withdrawn", () => withdrawManualRefund, "asha", "WITHDRAWN"],
] as const)("frees its amount when it is %s", async (_how, command, who, state) => {
  const id = await recorded();
  const ctx = who === "ben" ? ben : asha;
  expect(await command()(ctx, step(id, "The transfer came back"))).toEqual({ kind: "done" });
  expect(await balanceOf()).toEqual({ refunded: "0.00", inProgress: "0.00", manual: null, left: "500.00" });
  expect(await stateOf()).toBe(state);
  expect(await confirmManualRefund(ben, step(id))).toEqual({
    kind: "changed",
    state,
    by: ctx.actor.name,
  });
});

it("is decided after the payment service got another address too", async () => {
  const [first, second] = [await recorded({ amount: "1.00" }), await recorded({ amount: "2.00" })];
  await harness.pool.query("update manual_refunds set service_address = 'https://before.example'");
  expect(await declineManualRefund(ben, step(first, "Not on the statement"))).toEqual({ kind: "done" });
  expect(await confirmManualRefund(ben, step(second))).toEqual({ kind: "done" });
  expect(await balanceOf()).toMatchObject({ manual: "2.00", left: "498.00" });
});

it("is in the payment's timeline from its recording to its end, with who did it", async () => {
  harness.service.ops = PAYMENT_OPS;
  const id = await recorded();
  harness.clock.advance(60_000);
  await confirmManualRefund(ben, step(id));
  harness.clock.advance(60_000);
  await proposeVoidOfManualRefund(ben, step(id, "It came back"));
  await voidManualRefund(asha, step(id));
  const body = JSON.stringify(paymentDetail(payment));
  harness.service.next("/v1/ops/payments/get", { kind: "answer", status: 200, body, effect: false });
  const target = { transactionId: payment.transaction_id, reference: payment.merchant_transaction_id };
  const view = await viewPayment(asha, target);
  if (view.kind !== "found") throw new Error(JSON.stringify(view));
  expect(view.detail.more?.timeline.filter(({ manual }) => manual !== undefined)).toMatchObject([
    { kind: "manual_recorded", amount: "200.00", manual: { by: asha.actor.name } },
    { kind: "manual_confirmed", amount: "200.00", manual: { by: ben.actor.name } },
    { kind: "manual_void_proposed", amount: "200.00", manual: { by: ben.actor.name } },
    { kind: "manual_voided", amount: "200.00", manual: { by: asha.actor.name } },
  ]);
});

it("is voided by two people: one proposes it with a reason, another agrees; until then its amount stays reserved", async () => {
  const id = await recorded();
  expect(await proposeVoidOfManualRefund(ben, step(id, "Came back"))).toMatchObject({
    kind: "changed",
    state: "WAITING",
  });
  await confirmManualRefund(ben, step(id));
  expect(await voidManualRefund(ben, step(id, "Came back"))).toMatchObject({
    kind: "changed",
    state: "CONFIRMED",
  });
  expect(await proposeVoidOfManualRefund(ben, step(id))).toEqual({ kind: "invalid", fault: "missing" });
  expect(await proposeVoidOfManualRefund(ben, step(id, "Came back"))).toEqual({ kind: "done" });
  expect(await balanceOf()).toMatchObject({ manual: "200.00", left: "300.00" });
  expect(await requestRefund(ben, refundInput(payment, { amount: "300.01" }))).toMatchObject({
    kind: "exceeds_balance",
  });
  expect(await voidManualRefund(ben, step(id))).toEqual({ kind: "own" });
  expect(await stateOf()).toBe("VOIDING");
  expect(await voidManualRefund(asha, step(id))).toEqual({ kind: "done" });
  expect(await balanceOf()).toMatchObject({ manual: null, left: "500.00" });
  expect((await listManualRefunds(asha, { tab: "all" })).refunds).toMatchObject([
    {
      state: "VOIDED",
      decided: { by: ben.actor.name },
      voidProposed: { by: ben.actor.name, reason: "Came back", isOwn: false },
      voided: { by: asha.actor.name, reason: "Came back" },
    },
  ]);
  expect((await harness.audit()).map(({ action }) => action)).toEqual(
    expect.arrayContaining([
      "manual_refund_recorded",
      "manual_refund_confirmed",
      "manual_refund_void_proposed",
      "manual_refund_voided",
    ]),
  );
});

it("stays confirmed when its void is not agreed with, waits for that in the queue and the list, and can be proposed again", async () => {
  const id = await recorded();
  await confirmManualRefund(ben, step(id));
  const waiting = async () =>
    (await listManualRefunds(asha, { tab: "waiting" })).refunds.map(({ state }) => state);
  const queue = async () =>
    (await listQueue(ben, { team: "finance", state: "open", owner: "all" })).items.map(
      ({ condition }) => condition,
    );
  expect(await waiting()).toEqual([]);
  await proposeVoidOfManualRefund(asha, step(id, "Came back"));
  expect(await waiting()).toEqual(["VOIDING"]);
  expect(await queue()).toEqual(["manual_refund_voiding"]);
  expect(await keepManualRefund(ben, step(id))).toEqual({ kind: "done" });
  expect([await waiting(), await queue(), await stateOf()]).toEqual([[], [], "CONFIRMED"]);
  expect(await voidManualRefund(ben, step(id))).toMatchObject({ kind: "changed", state: "CONFIRMED" });
  harness.clock.advance(1_000);
  await proposeVoidOfManualRefund(ben, step(id, "It did come back"));
  const { rows } = await harness.pool.query(
    "select count(*)::int as sent from notification_events where event = 'manual_refund_waiting' and detail ? 'isVoid'",
  );
  expect(rows).toEqual([{ sent: 2 }]);
});

it("of two people who agree and disagree with a void at once one is told what the other did", async () => {
  const id = await recorded();
  await confirmManualRefund(ben, step(id));
  await proposeVoidOfManualRefund(asha, step(id, "Came back"));
  const outcomes = await Promise.all([
    voidManualRefund(ben, step(id)),
    keepManualRefund(await harness.ctxOf("admin"), step(id)),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "done"]);
});

it("asks about the same transfer, of another payment or amount, until that is withdrawn", async () => {
  const transfer = { transferReference: "UTR-SAME-1" };
  const first = await recorded({ ...transfer, amount: "10.00" });
  const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  const elsewhere = {
    ...transfer,
    reference: other.merchant_transaction_id,
    transactionId: other.transaction_id,
    transferReference: "utr-same-1",
  };
  const asked = await recordManualRefund(ben, input(elsewhere));
  expect(asked).toMatchObject({
    kind: "likely_duplicate",
    duplicates: [
      { intentId: first, kind: "same_transfer", reference: "ORD-1", amount: "10.00", isWaiting: true },
    ],
  });
  expect(askedOf(await recordManualRefund(asha, input({ ...transfer, amount: "11.00" })))).toEqual([first]);
  expect(await recordManualRefund(asha, input({ ...transfer, method: "cheque" }))).toMatchObject({
    kind: "recorded",
  });
  const confirmedDuplicates = askedOf(asked);
  expect(await recordManualRefund(ben, input({ ...elsewhere, confirmedDuplicates }))).toMatchObject({
    kind: "recorded",
  });
  await withdrawManualRefund(asha, step(first));
  expect(askedOf(await recordManualRefund(asha, input({ ...transfer, amount: "12.00" })))).not.toContain(
    first,
  );
});

it("records one transfer once when two payments' forms are sent at the same time", async () => {
  const other = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  const transfer = { transferReference: "UTR-SAME-1" };
  const outcomes = await Promise.all([
    recordManualRefund(asha, input(transfer)),
    recordManualRefund(
      ben,
      input({
        ...transfer,
        reference: other.merchant_transaction_id,
        transactionId: other.transaction_id,
      }),
    ),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["likely_duplicate", "recorded"]);
});

it.each(ROLES)("may be recorded and decided by finance and admins: %s", async (role) => {
  const id = await recorded();
  const ctx = await harness.ctxOf(role);
  const isAllowed = role === "finance" || role === "admin";
  const outcome = await recordManualRefund(ctx, input({ amount: "1.00" }));
  expect(outcome.kind).toBe(isAllowed ? "recorded" : "forbidden");
  expect((await declineManualRefund(ctx, step(id, "No"))).kind === "forbidden").toBe(!isAllowed);
  if (!isAllowed) expect((await harness.audit()).at(-1)).toMatchObject({ action: "forbidden" });
});

it("notifies the others who may confirm it, and its recorder of the decision", async () => {
  const id = await recorded();
  await confirmManualRefund(ben, step(id));
  const { rows } = await harness.pool.query<{ event: string }>(
    "select event from notification_events where event like 'manual_refund_%' order by at",
  );
  expect(rows.map(({ event }) => event)).toEqual(["manual_refund_waiting", "manual_refund_decided"]);
});

it("is in the queue of finance until it is decided", async () => {
  const id = await recorded();
  const queue = async () =>
    (await listQueue(ben, { team: "finance", state: "open", owner: "all" })).items.map(
      ({ itemId, condition }) => ({ itemId, condition }),
    );
  expect(await queue()).toEqual([{ itemId: id, condition: "manual_refund_waiting" }]);
  await confirmManualRefund(ben, step(id));
  expect(await queue()).toEqual([]);
});
