import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import type { TransactionRecord } from "@/lib/contract/responses";
import { PAYMENT_STATES, type PaymentState } from "@/lib/payments/payment-state";
import type { Ctx } from "../../context";
import { requestRefund } from "../../refunds/commands/request-refund";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { returnManually } from "@/tools/testing/dashboard/manual-refund";
import { PAYMENT_OPS, paymentDetail, paymentItem } from "@/tools/testing/dashboard/payment-bodies";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { leaveUnknown } from "@/tools/testing/dashboard/unknown-refund";
import { NO_FILTER } from "../domain/payment-filter";
import { exportPayments } from "./export-payments";
import { findLine } from "./find-line";
import { listPayments } from "./list-payments";
import { listSeenPayments } from "./list-seen-payments";
import { viewPayment } from "./view-payment";

const SEARCH = "/v1/ops/payments/search";
const GET = "/v1/ops/payments/get";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = PAYMENT_OPS;
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

function respondWith(path: typeof SEARCH | typeof GET, body: unknown, status = 200): void {
  harness.service.next(path, { kind: "answer", status, body: JSON.stringify(body), effect: false });
}
const lists = (payments: readonly PaymentItem[]): void =>
  respondWith(SEARCH, { payments, next_cursor: null });

const list = async (...status: PaymentState[]): Promise<PaymentState[]> => {
  const view = await listPayments(ctx, { filter: { ...NO_FILTER, status }, cursor: null, zone: "UTC" });
  if (view.kind !== "listed") throw new Error(view.kind);
  return view.payments.map(({ state }) => state.state);
};

const asked = (): Record<string, unknown> => {
  const call = harness.service.calls.findLast(({ path }) => path === SEARCH);
  return JSON.parse(call?.body ?? "{}") as Record<string, unknown>;
};

/** A payment in each state, as the service lists it, each of 500.00. */
async function everyPayment(): Promise<Record<PaymentState, PaymentItem>> {
  let added = 0;
  const add = (fields: Partial<TransactionRecord> = {}): TransactionRecord =>
    harness.service.addPayment({ ...fields, merchant_transaction_id: `ORD-${String((added += 1))}` });
  const minutesAgo = (minutes: number): string =>
    new Date(harness.clock.now().getTime() - minutes * 60_000).toISOString();
  const returned = add();
  await returnManually(ctx, returned, "500.00");
  const unknown = add();
  await leaveUnknown(harness, ctx, unknown, { tookEffect: false });
  return {
    WAITING: paymentItem(add({ transaction_status: "INITIATED", transaction_date_time: minutesAgo(29) })),
    STUCK: paymentItem(add({ transaction_status: "INITIATED", transaction_date_time: minutesAgo(31) })),
    PAID: paymentItem(add()),
    REFUND_IN_PROGRESS: paymentItem(add(), { in_progress_amount: "500.00", remaining_amount: "0.00" }),
    PARTLY_REFUNDED: paymentItem(add(), { refunded_amount: "100.00", remaining_amount: "400.00" }),
    REFUNDED: paymentItem(returned),
    OUTCOME_UNKNOWN: paymentItem(unknown),
    DISPUTED: paymentItem(add(), { alert: "disputed" }),
    FAILURE: paymentItem(add({ transaction_status: "FAILURE" }), { decline_reason: "insufficient_funds" }),
    DROP: paymentItem(add({ transaction_status: "DROP" })),
    CANCELLED: paymentItem(add({ transaction_status: "CANCELLED" })),
  };
}

describe("a payment has the same state", () => {
  it("in a list, in an export, among pasted lines and on its page", async () => {
    const payments = await everyPayment();
    const all = PAYMENT_STATES.map((state) => payments[state]);
    lists(all);
    expect(await list()).toEqual(PAYMENT_STATES);

    lists(all);
    const exported = await exportPayments(ctx, { filter: NO_FILTER, format: "csv", zone: "UTC" });
    if (exported.kind !== "streaming") throw new Error(exported.kind);
    const rows: { status: string }[] = parse(await exported.response.text(), { bom: true, columns: true });
    expect(rows.map(({ status }) => status)).toEqual(PAYMENT_STATES);

    for (const state of PAYMENT_STATES) {
      const payment = payments[state];
      const id = payment.transaction_id;
      lists([payment]);
      expect(await findLine(ctx, id)).toMatchObject({ payments: [{ state: { state } }] });
      const detail = paymentDetail({
        ...payment,
        gateway_transaction_id: null,
        udf1: null,
        udf2: null,
        udf3: null,
      });
      const balance = { ...detail.balance, alert: payment.alert ?? null };
      respondWith(GET, { ...detail, payment, balance, attempts: [payment] });
      expect(await viewPayment(ctx, { transactionId: id, reference: null }), state).toMatchObject({
        detail: { state: { state }, records: [{ state: { state } }] },
      });
    }
  });

  it("at a service that tells of no refund, as far as they were made here", async () => {
    harness.service.ops = null;
    harness.clock.advance(10 * 60_000);
    const [paid, refunded, returned, unknown] = [1, 2, 3, 4].map((n) =>
      harness.service.addPayment({ merchant_transaction_id: `ORD-${String(n)}` }),
    );
    if (!paid || !refunded || !returned || !unknown) throw new Error("no payments");
    expect((await requestRefund(ctx, refundInput(refunded))).kind).toBe("accepted");
    await returnManually(ctx, returned, "500.00");
    await leaveUnknown(harness, ctx, unknown, { tookEffect: false });
    const states = {
      "ORD-1": "PAID",
      "ORD-2": "REFUND_IN_PROGRESS",
      "ORD-3": "REFUNDED",
      "ORD-4": "OUTCOME_UNKNOWN",
    };
    for (const { transaction_id: id, merchant_transaction_id: reference } of [
      paid,
      refunded,
      returned,
      unknown,
    ]) {
      const state = states[reference as keyof typeof states];
      expect(await viewPayment(ctx, { transactionId: id, reference }), reference).toMatchObject({
        detail: { state: { state }, records: [{ state: { state } }] },
      });
      expect(await findLine(ctx, reference)).toMatchObject({ payments: [{ state: { state } }] });
    }
    const seen = await listSeenPayments(ctx, { cursor: null });
    expect(Object.fromEntries(seen.payments.map(({ reference, state }) => [reference, state.state]))).toEqual(
      states,
    );
  });
});

describe("a list of one state", () => {
  it("has only payments in it, also where the service found more", async () => {
    const payments = await everyPayment();
    for (const state of PAYMENT_STATES) {
      lists(Object.values(payments));
      expect(await list(state)).toEqual([state]);
    }
  });

  it("names the payments of which only this dashboard knows", async () => {
    const { REFUNDED: returned, OUTCOME_UNKNOWN: unknown } = await everyPayment();
    lists([]);
    await list("REFUNDED");
    expect(asked()).toMatchObject({
      money_state: ["refunded"],
      or_transaction_ids: [returned.transaction_id],
    });
    lists([]);
    await list("OUTCOME_UNKNOWN");
    expect(asked()).toMatchObject({ status: ["SUCCESS"], transaction_ids: [unknown.transaction_id] });
  });

  it("is not offered by a service that does not know of these states, and never mistaken for an empty one", async () => {
    respondWith(
      SEARCH,
      { detail: "Invalid.", faults: [{ field: "money_state", text: "There is no such field." }] },
      400,
    );
    const filter = { ...NO_FILTER, status: ["PAID" as const] };
    expect(await listPayments(ctx, { filter, cursor: null, zone: "UTC" })).toEqual({
      kind: "filter_not_offered",
    });
  });
});
