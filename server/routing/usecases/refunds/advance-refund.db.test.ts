import { expect, test } from "vitest";
import { ClaimLostError } from "@/server/platform/run-exclusive";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { advanceRefund } from "./advance-refund";
import { countYoungRefunds } from "./count-pending-refunds";

const SANDBOX = 1;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });

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

async function nextFetchMs(refundId: string): Promise<number | undefined> {
  const { rows } = await byHand.service.db.query<{ ms: number }>(
    `select (extract(epoch from run_at - updated_at) * 1000)::integer as ms from graphile_worker._private_jobs
     where payload->>'refundId' = $1 and is_available`,
    [refundId],
  );
  return rows[0]?.ms;
}

async function pollPause(paymentId: string): Promise<number | undefined> {
  const { refund_id: refundId } = (await byHand.service.merchant.refund(paymentId, "1.00")).json as {
    refund_id: string;
  };
  await byHand.service.db.query("delete from graphile_worker._private_jobs");
  const { rows } = await byHand.service.db.query<{ requested_at: Date }>(
    "select requested_at from refunds where id = $1",
    [refundId],
  );
  // The pause grows with the refund's age, which is none here however long the request took.
  const clock = { now: () => rows[0]?.requested_at ?? new Date() };
  await advanceRefund({ ...byHand.deps, clock }, { merchantId: SANDBOX, refundId });
  return nextFetchMs(refundId);
}

test("a refund is polled soon; where hundreds were requested just now, they share the rate", async () => {
  const payment = await byHand.service.merchant.payment();
  await insertPending(payment.transaction_id, 400, 3_600_000);
  expect(await pollPause(payment.transaction_id)).toBeLessThan(1_000);

  await insertPending(payment.transaction_id, 401, 5_000);
  await expect.poll(() => countYoungRefunds(byHand.deps.pool, new Date())).toBeGreaterThan(401);
  const due = await pollPause(payment.transaction_id);
  expect(due).toBeGreaterThan(3_000);
  expect(due).toBeLessThan(6_000);
});

test("a poll without news writes nothing", async () => {
  const payment = await byHand.service.merchant.payment();
  const { refund_id: refundId } = (await byHand.service.merchant.refund(payment.transaction_id, "1.00"))
    .json as {
    refund_id: string;
  };
  const row = async (): Promise<unknown> => {
    const { rows } = await byHand.service.db.query<object>(
      "select xmin::text as version, status, gateway_refund_id from refunds where id = $1",
      [refundId],
    );
    return rows[0];
  };
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  const sent = await row();
  expect(sent).toMatchObject({ status: "PROCESSING" });
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  expect(await row()).toEqual(sent);
});

test("a worker whose claim ended before the gateway call does not send the refund; the next one sends it once", async () => {
  const { db, merchant } = byHand.service;
  const payment = await merchant.payment();
  const { refund_id: refundId } = (await merchant.refund(payment.transaction_id, "1.00")).json as {
    refund_id: string;
  };
  await db.query("delete from graphile_worker._private_jobs");
  const sent = async (): Promise<number | null> =>
    (await db.query("select from simulator.refunds where idempotency_key = $1", [`${SANDBOX}:${refundId}`]))
      .rowCount;

  // It has its claim and waits to read the refund.
  const holder = await db.connect();
  await holder.query("begin; lock table refunds in access exclusive mode");
  const first = advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  const refused = expect(first).rejects.toThrow(ClaimLostError);
  const claims = `select pid from pg_locks where locktype = 'advisory' and granted
    and objid::bigint = hashtextextended($1, 0) & 4294967295`;
  const name = `refund:${SANDBOX}:${refundId}`;
  await expect.poll(async () => (await db.query(claims, [name])).rowCount).toBe(1);
  await db.query(`select pg_terminate_backend(pid) from (${claims}) as claim`, [name]);
  await expect.poll(async () => (await db.query(claims, [name])).rowCount).toBe(0);
  await holder.query("rollback");
  holder.release();
  await refused;
  expect(await sent()).toBe(0);

  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  expect(await sent()).toBe(1);
});
