import { expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { formatId } from "../../domain/payments/ids";
import { deletePaymentsOver, findPaymentsOver, keptSince } from "../../store/payments/old-payments";
import { addReversal } from "@/tools/testing/routing/add-reversal";
import { pollUntil } from "@/tools/testing/routing/polled";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { type CreatedPayment, eventually, paymentBody } from "@/tools/testing/routing/merchant-code";
import { end, launch } from "@/tools/testing/routing/service";
import { deleteOldPayments } from "./delete-old-payments";

const SANDBOX = 1;
const KEPT_DAYS = 400;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Everything that the tests create is older. */
const TOMORROW = new Date(Date.now() + DAY_MS);
const LATER = new Date(TOMORROW.getTime() + DAY_MS);

const byHand = useServiceWithoutWorker();

function deleteBefore(before: Date): Promise<void> {
  return deleteOldPayments(byHand.deps, before, { signal: new AbortController().signal, pauseMs: 0 });
}

const ROWS = {
  payments: "id",
  payment_events: "payment_id",
  refunds: "payment_id",
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
const NOTHING = { payments: 0, payment_events: 0, refunds: 0 };
const isThere = async (payment: CreatedPayment): Promise<boolean> => (await rowsOf(payment)).payments === 1;

async function refund(payment: CreatedPayment): Promise<string> {
  const response = await byHand.service.merchant.refund(payment.transaction_id, "1.00");
  return (response.json as { refund_id: string }).refund_id;
}
const endRefund = (id: string, at: Date): Promise<unknown> =>
  byHand.service.db.query("update refunds set status = 'SUCCESS', completed_at = $2 where id = $1", [id, at]);
const reverse = (payment: CreatedPayment, status: "SUCCESS" | "FAILURE"): Promise<unknown> =>
  addReversal(byHand.service.db, payment.transaction_id, { status });

test("a payment that is over goes with all that belongs to it; its reference stays in use", async () => {
  const payment = await byHand.service.merchant.payment();
  const refundId = await refund(payment);
  await endRefund(refundId, new Date());
  await reverse(payment, "SUCCESS");
  expect(await rowsOf(payment)).toMatchObject({ payments: 1, refunds: 2 });

  await deleteBefore(TOMORROW);
  expect(await rowsOf(payment)).toEqual(NOTHING);
  const { merchant_transaction_id: reference } = payment;
  expect((await byHand.service.merchant.status(reference)).status).toBe(404);
  expect((await byHand.service.merchant.refundStatus(refundId)).status).toBe(404);
  const again = await byHand.service.merchant.initiate(paymentBody({ merchant_transaction_id: reference }));
  expect([again.status, again.text]).toEqual([400, expect.stringContaining("Already exists") as string]);
  expect((await byHand.service.merchant.status(reference)).status).toBe(404);
});

test("when an open refund was first sent to Adyen stays known, or it could be sent again", async () => {
  const payment = await byHand.service.merchant.payment();
  const [open, over] = [await refund(payment), await refund(payment)];
  await endRefund(over, new Date());
  const keys = [open, over].map((id) => `${SANDBOX}:${id}`);
  for (const key of keys) {
    await byHand.service.db.query("insert into adyen_refunds values ($1, now())", [key]);
  }
  await deleteBefore(TOMORROW);
  const { rows } = await byHand.service.db.query<{ key: string }>(
    "select idempotency_key as key from adyen_refunds where idempotency_key = any ($1)",
    [keys],
  );
  expect(rows).toEqual([{ key: keys[0] }]);
  await endRefund(open, new Date());
});

test("what Adyen reported of a payment stays as long as the payment, whichever of its refunds was later", async () => {
  const payment = await byHand.service.merchant.payment();
  const [first, later] = [await refund(payment), await refund(payment)];
  const { db } = byHand.service;
  const place = "update payments set gateway = 'adyen', gateway_transaction_id = $2 where id = $1";
  await db.query(place, [payment.transaction_id, "CHARGEKEPT"]);
  await endRefund(first, new Date());
  const report = `insert into adyen_events (psp_reference, event_code, success, original_reference, merchant_reference,
    amount_units, currency, received_at) values ($1, $2, true, $3, $4, 100, 'INR', now())`;
  await db.query(report, ["CHARGEKEPT", "AUTHORISATION", null, `${SANDBOX}-${payment.transaction_id}`]);
  await db.query(report, ["REFUNDKEPT", "REFUND", "CHARGEKEPT", first]);
  await db.query(report, ["CHARGEGONE", "AUTHORISATION", null, `${SANDBOX}-TXN1`]);
  const reported = async (): Promise<string[]> => {
    const { rows } = await db.query<{ psp: string }>(
      "select psp_reference as psp from adyen_events order by 1",
    );
    return rows.map(({ psp }) => psp);
  };
  // A refund that the customer has would be reported as one that Adyen never made if these events were deleted.
  await deleteBefore(TOMORROW);
  expect(await reported()).toEqual(["CHARGEKEPT", "REFUNDKEPT"]);
  await endRefund(later, new Date());
  await deleteBefore(TOMORROW);
  expect(await reported()).toEqual([]);
});

test("a reference that never had a link can be created again, as before (decision 0029)", async () => {
  const payment = await byHand.service.merchant.payment({}, null);
  await byHand.service.db.query(
    "update payments set status = 'FAILURE', completed_at = now(), link_issued_at = null where id = $1",
    [payment.transaction_id],
  );
  await deleteBefore(TOMORROW);
  expect(await isThere(payment)).toBe(false);
  const { merchant_transaction_id: reference } = payment;
  expect(
    (await byHand.service.merchant.initiate(paymentBody({ merchant_transaction_id: reference }))).status,
  ).toBe(201);
});

test("what is young stays: by its creation, its end, the end of a refund, or anything else that happened to it", async () => {
  const payment = await byHand.service.merchant.payment();
  const { transaction_id: id } = payment;
  await deleteBefore(new Date(Date.now() - DAY_MS));
  expect(await isThere(payment)).toBe(true);

  const change = (text: string, at: Date): Promise<unknown> => byHand.service.db.query(text, [id, at]);
  const complete = "update payments set completed_at = $2 where id = $1";
  await change(complete, LATER);
  await deleteBefore(TOMORROW);
  expect(await isThere(payment)).toBe(true);
  await change(complete, new Date());

  await endRefund(await refund(payment), LATER);
  await deleteBefore(TOMORROW);
  expect(await rowsOf(payment)).toMatchObject({ payments: 1, refunds: 1 });
  await change("update refunds set completed_at = $2 where payment_id = $1", new Date());

  // Like a refund returned by a bank, which is recorded only as an event.
  await change(
    `insert into payment_events (merchant_id, payment_id, kind, at)
     select merchant_id, id, 'refund_failed_late', $2 from payments where id = $1`,
    LATER,
  );
  await deleteBefore(TOMORROW);
  expect(await rowsOf(payment)).toMatchObject({ payments: 1, refunds: 1 });
  await change("delete from payment_events where payment_id = $1 and at = $2", LATER);
  await deleteBefore(TOMORROW);
  expect(await rowsOf(payment)).toEqual(NOTHING);
});

test("attempts of one reference stay together while one of them is not over, and go together", async () => {
  const first = await byHand.service.merchant.payment();
  await reverse(first, "FAILURE");
  const { rows } = await byHand.service.db.query<{ id: string }>(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
       routing_decision, created_at, link_issued_at, expires_at, completed_at)
     select merchant_id, id || '1', merchant_transaction_id, 2, amount_paise, currency, 'SUCCESS', checkout_token,
       routing_decision, created_at, link_issued_at, expires_at, completed_at
     from payments where id = $1 returning id`,
    [first.transaction_id],
  );
  const second = { ...first, transaction_id: rows[0]?.id ?? "" };
  await deleteBefore(TOMORROW);
  expect(await Promise.all([first, second].map(isThere))).toEqual([true, true]);

  await byHand.service.db.query(
    "update refunds set status = 'SUCCESS' where kind = 'reversal' and payment_id = $1",
    [first.transaction_id],
  );
  await deleteBefore(TOMORROW);
  expect(await Promise.all([first, second].map(isThere))).toEqual([false, false]);
});

test("what is not over stays, however old: initiated, polled, a pending refund, a charge that could not be sent back", async () => {
  const open = await byHand.service.merchant.payment({}, null);
  const polled = await byHand.service.merchant.payment();
  await pollUntil(byHand.service.db, polled.transaction_id, 0);
  const refunded = await byHand.service.merchant.payment();
  await refund(refunded);
  const reversed = await byHand.service.merchant.payment();
  await reverse(reversed, "FAILURE");
  const over = await byHand.service.merchant.payment();

  await deleteBefore(TOMORROW);
  expect(await Promise.all([open, polled, refunded, reversed, over].map(isThere))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
});

async function findAll(): Promise<string[]> {
  const page = { afterId: "", limit: 1_000 };
  const found = await findPaymentsOver(byHand.deps.pool, SANDBOX, TOMORROW, page);
  return found?.references ?? [];
}

test("a refund requested since keeps its payment, and so does a transaction that locks it", async () => {
  const { pool } = byHand.deps;
  const [refunded, held] = [await byHand.service.merchant.payment(), await byHand.service.merchant.payment()];
  const found = await findAll();
  expect(found).toEqual(
    expect.arrayContaining([refunded.merchant_transaction_id, held.merchant_transaction_id]),
  );

  await refund(refunded);
  const holder = await byHand.service.db.connect();
  try {
    // Locks the payment like a request that decides on a refund.
    await holder.query("begin");
    await holder.query("select from payments where id = $1 for update", [held.transaction_id]);
    await inTransaction(pool, (db) => deletePaymentsOver(db, SANDBOX, found, TOMORROW));
    await holder.query("rollback");
  } finally {
    holder.release();
  }
  expect(await rowsOf(refunded)).toMatchObject({ payments: 1, refunds: 1 });
  expect(await isThere(held)).toBe(true);

  await deleteBefore(TOMORROW);
  expect(await Promise.all([refunded, held].map(isThere))).toEqual([true, false]);
});

test("only rows are locked, and others go on: a payment is made and refunded while payments are being deleted", async () => {
  await byHand.service.merchant.payment();
  const found = await findAll();
  const other = await byHand.service.merchant.payment();
  await inTransaction(byHand.deps.pool, async (db) => {
    expect(await deletePaymentsOver(db, SANDBOX, found, TOMORROW)).toBeGreaterThan(0);
    const { rows } = await db.query<{ mode: string }>(
      `select distinct mode from pg_locks where pid = pg_backend_pid() and locktype = 'relation'
         and mode not in ('AccessShareLock', 'RowShareLock', 'RowExclusiveLock')`,
    );
    expect(rows).toEqual([]);
    expect(await refund(other)).toMatch(/^RFD/);
    expect((await byHand.service.merchant.payment()).transaction_id).toMatch(/^TXN/);
  });
});

test("a merchant whose payments cannot be deleted stops no other merchant's deletion", async () => {
  const stuck = await byHand.service.merchant.payment();
  await byHand.service.db.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise 'not this one'; end $$;
     create trigger refuse before delete on payments for each row when (old.merchant_id = ${SANDBOX}) execute function refuse()`,
  );
  try {
    const { rows } = await byHand.service.db.query<{ id: string }>(
      `with other as (insert into merchants (name) values ('Behind') returning id)
       insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
         routing_decision, created_at, link_issued_at, expires_at, completed_at)
       select other.id, p.id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
         routing_decision, p.created_at, link_issued_at, expires_at, completed_at
       from payments p, other where p.id = $1 returning merchant_id as id`,
      [stuck.transaction_id],
    );
    await deleteBefore(TOMORROW);
    const left = await byHand.service.db.query<{ merchant_id: number }>(
      "select merchant_id from payments where id = $1",
      [stuck.transaction_id],
    );
    expect(rows).toHaveLength(1);
    expect(left.rows).toEqual([{ merchant_id: SANDBOX }]);
  } finally {
    await byHand.service.db.query("drop trigger refuse on payments; drop function refuse()");
  }
});

test("a clock that runs ahead decides nothing: the database's is read too", async () => {
  const ahead = new Date(Date.now() + 5 * 365 * DAY_MS);
  const behind = new Date(Date.now() - 5 * 365 * DAY_MS);
  const since = async (now: Date): Promise<number> =>
    (await keptSince(byHand.deps.pool, now, KEPT_DAYS)).getTime();
  expect(await since(ahead)).toBeLessThanOrEqual(Date.now() - KEPT_DAYS * DAY_MS + 60_000);
  expect(await since(behind)).toBe(behind.getTime() - KEPT_DAYS * DAY_MS);
});

test("a worker with a retention time for payments deletes the old ones of every merchant, a thousand at a time", async () => {
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
