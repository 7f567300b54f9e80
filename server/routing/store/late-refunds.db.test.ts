import { expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { countLateRefunds } from "./late-refunds";

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });
const MINUTE_MS = 60_000;

/** Refunds of a gateway that were requested `agedMs` ago, and took `tookMs` if they have ended. */
async function insert(
  gateway: string,
  { count, agedMs, tookMs }: { count: number; agedMs: number; tookMs: number | null },
): Promise<void> {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  await byHand.service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || id || n, id, merchant_transaction_id, 1, currency,
       case when $4::float8 is null then 'PROCESSING' else 'SUCCESS' end, $1,
       now() - $3 * interval '1 millisecond', now() + ($4 - $3) * interval '1 millisecond'
     from payments, generate_series(1, $2::integer) as n where id = $5`,
    [gateway, count, agedMs, tookMs, paymentId],
  );
}

test("a refund is late by what is usual at its own gateway, and never within an hour", async () => {
  const read = async (): Promise<object> =>
    Object.fromEntries(await countLateRefunds(byHand.deps.pool, new Date()));
  await insert("fast", { count: 20, agedMs: 1_000 * MINUTE_MS, tookMs: MINUTE_MS });
  await insert("fast", { count: 1, agedMs: 50 * MINUTE_MS, tookMs: null });
  expect(await read()).toEqual({});
  await insert("fast", { count: 1, agedMs: 70 * MINUTE_MS, tookMs: null });
  // Two days are usual here.
  await insert("slow", { count: 20, agedMs: 9_000 * MINUTE_MS, tookMs: 2_880 * MINUTE_MS });
  await insert("slow", { count: 3, agedMs: 8_000 * MINUTE_MS, tookMs: null });
  await insert("slow", { count: 2, agedMs: 9_000 * MINUTE_MS, tookMs: null });
  // Too few are known: a day is assumed.
  await insert("new", { count: 19, agedMs: 2_000 * MINUTE_MS, tookMs: MINUTE_MS });
  await insert("new", { count: 1, agedMs: 1_430 * MINUTE_MS, tookMs: null });
  await insert("new", { count: 1, agedMs: 1_450 * MINUTE_MS, tookMs: null });
  expect(await read()).toEqual({ fast: 1, slow: 2, new: 1 });
});
