import { expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { formatId } from "../../domain/ids";
import { deletePaymentsOver, findPaymentsOver } from "../../store/forgotten-payments";
import { useServiceByHand } from "../../testing/by-hand";
import { type CreatedPayment, eventually, paymentBody } from "../../testing/merchant-code";
import { end, launch } from "../../testing/service";
import { forgetPayments } from "./forget-payments";

const SANDBOX = 1;
const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Where all that the tests make is older than what is kept. */
const LATER = new Date(Date.now() + (KEPT_DAYS + 1) * DAY_MS);

const byHand = useServiceByHand();

function forgetAt(now: Date): Promise<boolean> {
  return forgetPayments({ ...byHand.deps, clock: { now: () => now } }, KEPT_DAYS);
}

async function forgetAll(): Promise<void> {
  while (await forgetAt(LATER));
}

const ROWS = {
  payments: "id",
  payment_events: "payment_id",
  refunds: "payment_id",
  reversals: "payment_id",
} as const;
async function rowsOf({ transaction_id: id }: CreatedPayment): Promise<Record<string, number>> {
  const counted = Object.entries(ROWS).map(async ([table, column]) => {
    const { rows } = await byHand.service.db.query<{ n: number }>(
      `select count(*)::integer as n from ${table} where ${column} = $1`,
      [id],
    );
    return [table, rows[0]?.n ?? 0] as const;
  });
  return Object.fromEntries(await Promise.all(counted));
}
const NOTHING = { payments: 0, payment_events: 0, refunds: 0, reversals: 0 };
const isThere = async (payment: CreatedPayment): Promise<boolean> => (await rowsOf(payment)).payments === 1;

async function refund(payment: CreatedPayment): Promise<string> {
  const answer = await byHand.service.merchant.refund(payment.transaction_id, "1.00");
  return (answer.json as { refund_id: string }).refund_id;
}
const endRefund = (id: string, at: Date): Promise<unknown> =>
  byHand.service.db.query("update refunds set status = 'SUCCESS', completed_at = $2 where id = $1", [id, at]);
const reverse = (payment: CreatedPayment, status: "SUCCESS" | "FAILURE"): Promise<unknown> =>
  byHand.service.db.query(
    `insert into reversals (merchant_id, payment_id, gateway_transaction_id, gateway, amount_paise, currency, status,
       requested_at, completed_at)
     select merchant_id, id, 'late', 'simulator', amount_paise, currency, $2, now(), now() from payments where id = $1`,
    [payment.transaction_id, status],
  );

test("a payment that is over goes with all that belongs to it; its reference stays taken", async () => {
  const payment = await byHand.service.merchant.payment();
  const refundId = await refund(payment);
  await endRefund(refundId, new Date());
  await reverse(payment, "SUCCESS");
  expect(await rowsOf(payment)).toMatchObject({ payments: 1, refunds: 1, reversals: 1 });

  await forgetAll();
  expect(await rowsOf(payment)).toEqual(NOTHING);
  const { merchant_transaction_id: reference } = payment;
  expect((await byHand.service.merchant.status(reference)).status).toBe(404);
  expect((await byHand.service.merchant.refundStatus(refundId)).status).toBe(404);
  const again = await byHand.service.merchant.initiate(paymentBody({ merchant_transaction_id: reference }));
  expect([again.status, again.text]).toEqual([400, expect.stringContaining("Already exists") as string]);
  expect((await byHand.service.merchant.status(reference)).status).toBe(404);
});

test("a reference that never had a link can be created again, as before (D6)", async () => {
  const payment = await byHand.service.merchant.payment({}, null);
  await byHand.service.db.query(
    "update payments set status = 'FAILURE', completed_at = now(), link_issued_at = null where id = $1",
    [payment.transaction_id],
  );
  await forgetAll();
  expect(await isThere(payment)).toBe(false);
  const { merchant_transaction_id: reference } = payment;
  expect(
    (await byHand.service.merchant.initiate(paymentBody({ merchant_transaction_id: reference }))).status,
  ).toBe(201);
});

test("what is young stays: by its creation, by its end, by its last refund", async () => {
  const payment = await byHand.service.merchant.payment();
  const after = new Date(Date.now() + DAY_MS);
  expect(await forgetAt(new Date(Date.now() + (KEPT_DAYS - 1) * DAY_MS))).toBe(false);
  expect(await isThere(payment)).toBe(true);

  const setCompleted = "update payments set completed_at = $2 where id = $1";
  await byHand.service.db.query(setCompleted, [payment.transaction_id, new Date(after.getTime() + DAY_MS)]);
  await forgetAll();
  expect(await isThere(payment)).toBe(true);

  await byHand.service.db.query(setCompleted, [payment.transaction_id, new Date()]);
  await endRefund(await refund(payment), new Date(after.getTime() + DAY_MS));
  await forgetAll();
  expect(await rowsOf(payment)).toMatchObject({ payments: 1, refunds: 1 });
});

test("what is not over stays, however old: open, watched, a refund under way, a charge that could not be sent back", async () => {
  const open = await byHand.service.merchant.payment({}, null);
  const watched = await byHand.service.merchant.payment();
  await byHand.service.db.query("update payments set watched_until = now() where id = $1", [
    watched.transaction_id,
  ]);
  const refunded = await byHand.service.merchant.payment();
  await refund(refunded);
  const reversed = await byHand.service.merchant.payment();
  await reverse(reversed, "FAILURE");
  const over = await byHand.service.merchant.payment();

  await forgetAll();
  expect(await Promise.all([open, watched, refunded, reversed, over].map(isThere))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

test("a refund that is asked for meanwhile keeps its payment, whichever of the two comes first", async () => {
  const { pool } = byHand.deps;
  const [before, late] = [await byHand.service.merchant.payment(), await byHand.service.merchant.payment()];
  const found = await findPaymentsOver(pool, new Date(Date.now() + DAY_MS), 1_000);
  expect(found?.ids).toEqual(expect.arrayContaining([before.transaction_id, late.transaction_id]));
  if (found === null) throw new Error("nothing was found");

  await refund(before);
  const holder = await byHand.service.db.connect();
  try {
    // As a request that is deciding on a refund holds its payment.
    await holder.query("begin");
    await holder.query("select from payments where id = $1 for update", [late.transaction_id]);
    await inTransaction(pool, (db) => deletePaymentsOver(db, found, new Date(Date.now() + DAY_MS)));
    await holder.query("rollback");
  } finally {
    holder.release();
  }
  expect(await rowsOf(before)).toMatchObject({ payments: 1, refunds: 1 });
  expect(await isThere(late)).toBe(true);

  await forgetAll();
  expect(await Promise.all([before, late].map(isThere))).toEqual([true, false]);
});

test("only rows are locked, and others go on: a payment is made and refunded while payments are being forgotten", async () => {
  await byHand.service.merchant.payment();
  const before = new Date(Date.now() + DAY_MS);
  const found = await findPaymentsOver(byHand.deps.pool, before, 1_000);
  if (found === null) throw new Error("nothing was found");
  const other = await byHand.service.merchant.payment();
  await inTransaction(byHand.deps.pool, async (db) => {
    expect(await deletePaymentsOver(db, found, before)).toBeGreaterThan(0);
    const { rows } = await db.query<{ mode: string }>(
      `select distinct mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation'
         and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
    );
    expect(rows).toEqual([]);
    expect(await refund(other)).toMatch(/^RFD/);
    expect((await byHand.service.merchant.payment()).transaction_id).toMatch(/^TXN/);
  });
});

test("a worker that is told how long to keep payments forgets the old ones of every merchant, a thousand at a time", async () => {
  const count = 1_500;
  const aged = new Date(Date.now() - (KEPT_DAYS + 1) * DAY_MS);
  const { rows: others } = await byHand.service.db.query<{ id: number }>(
    "insert into merchants (name) values ('Other') returning id",
  );
  const ids = Array.from({ length: count }, (_, n) => formatId("TXN", aged.getTime() - n));
  const merchants = [SANDBOX, others[0]?.id];
  await byHand.service.db.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
       routing_decision, created_at, link_issued_at, expires_at, completed_at)
     select merchant, id, id, 1, 100, 'INR', 'SUCCESS', id, '{}', $3, $3, $3, $3
     from unnest($1::integer[]) as merchant, unnest($2::text[]) as id`,
    [merchants, ids, aged],
  );
  const young = await byHand.service.merchant.payment();
  const left = async (): Promise<number> => {
    const { rows } = await byHand.service.db.query<{ n: number }>(
      "select count(*)::integer as n from payments where id = any ($1)",
      [ids],
    );
    return rows[0]?.n ?? -1;
  };
  expect(await left()).toBe(2 * count);
  const worker = await launch(
    { ...byHand.service.variables, PAYMENT_KEEP_DAYS: String(KEPT_DAYS) },
    { role: "worker" },
  );
  try {
    await eventually(left, (n) => n === 0, 30_000);
  } finally {
    await end(worker, "SIGTERM");
  }
  const { rows: kept } = await byHand.service.db.query(
    "select merchant_id, count(*)::integer as n from forgotten_references where merchant_transaction_id = any ($1) group by 1 order by 1",
    [ids],
  );
  expect(kept).toEqual(merchants.map((merchant) => ({ merchant_id: merchant, n: count })));
  expect(await isThere(young)).toBe(true);
});
