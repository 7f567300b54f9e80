import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { paymentAt } from "@/tools/testing/dashboard/seen";
import { requestRefund } from "../../refunds/commands/request-refund";
import { listSeenPayments } from "./list-seen-payments";
import { rememberPayments } from "./remember-payments";

const MINUTE_MS = 60_000;
const NOON = Date.parse("2026-11-21T12:00:00.000Z");

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = null;
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

/** Payments that were created one minute after another, the first at noon, and seen in one response. */
async function see(count: number, fields: Partial<TransactionRecord> = {}): Promise<TransactionRecord[]> {
  const records = Array.from({ length: count }, (_, n) =>
    paymentAt(harness.service, {
      transaction_date_time: new Date(NOON + n * MINUTE_MS).toISOString(),
      ...fields,
    }),
  );
  await rememberPayments(ctx, records, new Date(NOON + 1_000 * MINUTE_MS));
  return records;
}

const idsOf = (payments: readonly { transactionId: string }[]): string[] =>
  payments.map(({ transactionId }) => transactionId);

it("lists payments newest first, a page at a time, each once", async () => {
  const seen = await see(101);
  // These two have the same time: their order is by id.
  const atOnce = await see(2, { transaction_date_time: new Date(NOON + 51 * MINUTE_MS).toISOString() });
  const pages: string[][] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await listSeenPayments(ctx, { cursor: cursor ?? null });
    expect(page.isFirstPage).toBe(cursor === undefined);
    pages.push(idsOf(page.payments));
    cursor = page.nextCursor;
  }
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 3]);
  const all = [...seen, ...atOnce].sort(
    (one, other) =>
      Date.parse(other.transaction_date_time) - Date.parse(one.transaction_date_time) ||
      (one.transaction_id < other.transaction_id ? 1 : -1),
  );
  expect(pages.flat()).toEqual(all.map(({ transaction_id: id }) => id));
});

it("shows the status that was seen and when, without asking the service", async () => {
  const [payment] = await see(1, { transaction_status: "INITIATED" });
  if (payment === undefined) throw new Error("not seen");
  payment.transaction_status = "SUCCESS";
  harness.service.calls.length = 0;
  const { payments } = await listSeenPayments(ctx, { cursor: null });
  expect(payments).toMatchObject([
    {
      reference: payment.merchant_transaction_id,
      status: "INITIATED",
      seenAt: new Date(NOON + 1_000 * MINUTE_MS).toISOString(),
    },
  ]);
  expect(harness.service.calls).toEqual([]);
});

it("shows what this dashboard refunded of a payment", async () => {
  const [payment] = await see(1, { transaction_status: "SUCCESS", transaction_amount: "500.00" });
  if (payment === undefined) throw new Error("not seen");
  const refunded = await requestRefund(await harness.ctxOf("finance"), {
    intentId: randomUUID(),
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount: "120.00",
    reason: "",
  });
  expect(refunded.kind).toBe("accepted");
  const { payments } = await listSeenPayments(ctx, { cursor: null });
  expect(payments).toMatchObject([{ amount: "500.00", refunded: null, inProgress: "120.00" }]);
});

it("shows no payment of another service", async () => {
  await see(1);
  await harness.pool.query("update seen_payments set service_address = 'https://other.example'");
  expect(await listSeenPayments(ctx, { cursor: null })).toEqual({
    payments: [],
    nextCursor: null,
    isFirstPage: true,
  });
});

it.each(["", "older", "_", "2026-11-21_T1", "2026-11-21T12:00:00.000Z_T\0"])(
  "begins at the first page for the invalid cursor %j",
  async (cursor) => {
    const [payment] = await see(1);
    const { payments, isFirstPage } = await listSeenPayments(ctx, { cursor });
    expect(isFirstPage).toBe(true);
    expect(idsOf(payments)).toEqual([payment?.transaction_id]);
  },
);
