import { type Db, prepared } from "@/server/platform/pool";
import { formatId } from "../../domain/payments/ids";

/**
 * Whether nothing is left to do for record `p`, and nothing has happened to it since `before`. A late charge that could not be sent
 * back waits for a person, however long. "offset 0" keeps each look one of its own, by its key: joined, they would read all
 * refunds of a merchant.
 */
function isOver(p: string, before: string): string {
  const ofRecord = (child: string): string =>
    `${child}.merchant_id = ${p}.merchant_id and ${child}.payment_id = ${p}.id`;
  return `(${p}.completed_at < ${before} and ${p}.watched_until is null
    and not exists (select from payment_events e where ${ofRecord("e")} and e.at >= ${before} offset 0)
    and not exists (select from refunds r where ${ofRecord("r")} and (r.completed_at is null
      or r.completed_at >= ${before} or r.succeeded_late_at >= ${before}) offset 0)
    and not exists (select from reversals v where ${ofRecord("v")} and (v.status <> 'SUCCESS'
      or v.completed_at is null or v.completed_at >= ${before}) offset 0)) is true`;
}

/** All attempts of a reference go together: without its latest one, a paid reference would tell of an earlier DROP. */
function isReferenceOver(before: string): string {
  return `not exists (select from payments o where o.merchant_id = p.merchant_id
    and o.merchant_transaction_id = p.merchant_transaction_id and not (${isOver("o", before)}) offset 0)`;
}

/** By the slower of two clocks: one that runs years ahead must not decide on what cannot be undone. */
export async function keptSince(db: Db, now: Date, keepDays: number): Promise<Date> {
  const { rows } = await db.query<{ since: Date }>(
    "select least($1::timestamptz, now()) - $2::integer * interval '24 hours' as since",
    [now, keepDays],
  );
  if (rows[0] === undefined) throw new Error("Postgres told no time");
  return rows[0].since;
}

// An id begins with its time, so the oldest stand first in the primary key.
const FIND = prepared(
  `select p.id, p.merchant_transaction_id as reference from payments p
   where p.merchant_id = $1 and p.id > $2 and p.id < $3 and ${isReferenceOver("$4")} order by p.id limit $5`,
);

export type PaymentsOver = { references: string[]; lastId: string };

/** References that are over since `before`, by their oldest payments behind `afterId`, at most `limit`; null when there are none. */
export async function findPaymentsOver(
  db: Db,
  merchantId: number,
  before: Date,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<PaymentsOver | null> {
  const { rows } = await db.query<{ id: string; reference: string }>({
    ...FIND,
    values: [merchantId, afterId, formatId("TXN", before.getTime()), before, limit],
  });
  const last = rows.at(-1);
  if (last === undefined) return null;
  return { references: [...new Set(rows.map(({ reference }) => reference))], lastId: last.id };
}

const LOCK = prepared(
  "select id from payments where merchant_id = $1 and merchant_transaction_id = any ($2) for update skip locked",
);
const STILL_OVER = prepared(
  `select p.id, p.merchant_transaction_id as reference from payments p
   where p.merchant_id = $1 and p.merchant_transaction_id = any ($2) and ${isReferenceOver("$3")}`,
);
// A reference whose records all failed before they had a link can be created again (decision 0029), today as then.
const KEEP_REFERENCES = prepared(
  `insert into forgotten_references
   select distinct merchant_id, merchant_transaction_id from payments
   where merchant_id = $1 and id = any ($2) and (status <> 'FAILURE' or link_issued_at is not null)
   on conflict do nothing`,
);
const DELETE = ["payment_events", "refunds", "reversals"].map((table) =>
  prepared(`delete from ${table} where merchant_id = $1 and payment_id = any ($2)`),
);
const DELETE_PAYMENTS = prepared("delete from payments where merchant_id = $1 and id = any ($2)");

/**
 * Deletes the payments of those references that are over still, with all that belongs to them, in the caller's transaction, which
 * must read committed; the references stay taken. What somebody else holds just now is left. Returns how many payments went.
 */
export async function deletePaymentsOver(
  db: Db,
  merchantId: number,
  references: readonly string[],
  before: Date,
): Promise<number> {
  const { rows: held } = await db.query<{ id: string }>({ ...LOCK, values: [merchantId, references] });
  // A statement of its own, under the locks: who asks for a refund holds the payment until that refund is there to be seen.
  const { rows: over } = await db.query<{ id: string; reference: string }>({
    ...STILL_OVER,
    values: [merchantId, references, before],
  });
  const locked = new Set(held.map(({ id }) => id));
  const left = new Set(over.filter(({ id }) => !locked.has(id)).map(({ reference }) => reference));
  const ids = over.filter(({ reference }) => !left.has(reference)).map(({ id }) => id);
  const values = [merchantId, ids];
  await Promise.all([KEEP_REFERENCES, ...DELETE].map((statement) => db.query({ ...statement, values })));
  await db.query({ ...DELETE_PAYMENTS, values });
  return ids.length;
}

const IS_FORGOTTEN = prepared(
  "select exists (select from forgotten_references where merchant_id = $1 and merchant_transaction_id = $2) as found",
);

/** Whether a reference had a payment that is kept no longer. */
export async function isReferenceOfDeletedPayment(
  db: Db,
  merchantId: number,
  reference: string,
): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({ ...IS_FORGOTTEN, values: [merchantId, reference] });
  return rows[0]?.found === true;
}
