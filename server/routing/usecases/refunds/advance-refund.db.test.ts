import { expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { advanceRefund, stepRefund } from "./advance-refund";
import { dueRefunds } from "../../store/refunds/due-refunds";
import { ClaimLostError } from "./begin-sending";
import { countYoungRefunds } from "./count-pending-refunds";

const SANDBOX = 1;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });

async function requested(paymentId: string): Promise<string> {
  const reply = await byHand.service.merchant.refund(paymentId, "1.00");
  return (reply.json as { refund_id: string }).refund_id;
}

/** Pending refunds of one payment, requested `agedMs` ago. */
async function insertPending(paymentId: string, count: number, agedMs: number): Promise<void> {
  await byHand.service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       gateway_refund_id, requested_at)
     select merchant_id, 'RFDOTHER' || $2 || n, id, merchant_transaction_id, 1, currency, 'PROCESSING', gateway, 'gw' || n,
       now() - $3 * interval '1 millisecond'
     from payments, generate_series(1, $2::integer) as n where id = $1`,
    [paymentId, count, agedMs],
  );
}

async function pollPause(paymentId: string): Promise<number | undefined> {
  const refundId = await requested(paymentId);
  const { db } = byHand.service;
  const { rows } = await db.query<{ requested_at: Date }>("select requested_at from refunds where id = $1", [
    refundId,
  ]);
  // The pause grows with the refund's age, which is none here however long the request took.
  const clock = { now: () => rows[0]?.requested_at ?? new Date() };
  const [before] = (await db.query<{ at: Date }>("select now() as at")).rows;
  await advanceRefund({ ...byHand.deps, clock }, { merchantId: SANDBOX, refundId });
  const due = await db.query<{ ms: number }>(
    "select (extract(epoch from due_at - $2::timestamptz) * 1000)::integer as ms from refunds where id = $1",
    [refundId, before?.at],
  );
  return due.rows[0]?.ms;
}

test("a refund is polled soon; where hundreds were requested just now, they share the rate", async () => {
  const payment = await byHand.service.merchant.payment();
  await insertPending(payment.transaction_id, 400, 3_600_000);
  const soon = await pollPause(payment.transaction_id);

  await insertPending(payment.transaction_id, 401, 5_000);
  await expect.poll(() => countYoungRefunds(byHand.deps.pool, new Date())).toBeGreaterThan(401);
  const shared = await pollPause(payment.transaction_id);
  expect(shared).toBeGreaterThan(3_500);
  expect(shared).toBeGreaterThan((soon ?? Infinity) + 2_000);
});

test("a poll without news changes nothing but the time of the next one", async () => {
  const payment = await byHand.service.merchant.payment();
  const refundId = await requested(payment.transaction_id);
  const row = async (): Promise<unknown> => {
    const { rows } = await byHand.service.db.query<{ row: object }>(
      "select to_jsonb(refunds) - 'due_at' as row from refunds where id = $1",
      [refundId],
    );
    return rows[0]?.row;
  };
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  const sent = await row();
  expect(sent).toMatchObject({ status: "PROCESSING", taken_by: null, taken_until: null });
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  expect(await row()).toEqual(sent);
});

test("a worker that lost its claim before the gateway call does not send the refund; the next one sends it once", async () => {
  const { db, merchant } = byHand.service;
  const payment = await merchant.payment();
  const refundId = await requested(payment.transaction_id);
  const key = { merchantId: SANDBOX, id: refundId };
  const sent = async (): Promise<number | null> =>
    (await db.query("select from simulator.refunds where idempotency_key = $1", [`${SANDBOX}:${refundId}`]))
      .rowCount;
  const slow = await dueRefunds.takeOne(byHand.deps.pool, "a worker that hangs", key);
  if (slow === null) throw new Error("the refund is taken");
  await db.query("update refunds set taken_until = now() where id = $1", [refundId]);
  const next = await dueRefunds.takeOne(byHand.deps.pool, "the next worker", key);
  if (next === null) throw new Error("the claim has not ended");

  await expect(stepRefund(byHand.deps, slow)).rejects.toThrow(ClaimLostError);
  expect(await sent()).toBe(0);
  await stepRefund(byHand.deps, next);
  expect(await sent()).toBe(1);
});
