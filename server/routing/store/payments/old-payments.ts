import { type Db, prepared } from "@/server/platform/pool";
import { formatId } from "../../domain/payments/ids";

/**
 * Whether record `p` needs no more work and nothing has happened to it since `before`. A failed reversal and an
 * open finding of the reconciliation wait for a person, however long that lasts. "offset 0" keeps each subquery a separate lookup by key: as a join, they would read
 * all refunds of a merchant.
 */
function isOver(p: string, before: string): string {
  const ofRecord = (child: string): string =>
    `${child}.merchant_id = ${p}.merchant_id and ${child}.payment_id = ${p}.id`;
  return `(${p}.completed_at < ${before} and ${p}.watched_until is null
    and not exists (select from payment_events e where ${ofRecord("e")} and e.at >= ${before} offset 0)
    and not exists (select from refunds r where ${ofRecord("r")} and (r.completed_at is null
      or r.completed_at >= ${before} or r.succeeded_late_at >= ${before}
      or r.kind = 'reversal' and r.status = 'FAILURE') offset 0)
    and not exists (select from reconciliation_findings f where ${ofRecord("f")} and f.state = 'open' offset 0)) is true`;
}

/**
 * All attempts of a reference are deleted together: without its latest one, a paid reference would look like an earlier
 * DROP.
 */
function isReferenceOver(before: string): string {
  return `not exists (select from payments o where o.merchant_id = p.merchant_id
    and o.merchant_transaction_id = p.merchant_transaction_id and not (${isOver("o", before)}) offset 0)`;
}

/** Uses the slower of two clocks: a clock that is years ahead must not cause a deletion, which cannot be undone. */
export async function keptSince(db: Db, now: Date, keepDays: number): Promise<Date> {
  const { rows } = await db.query<{ since: Date }>(
    "select least($1::timestamptz, now()) - $2::integer * interval '24 hours' as since",
    [now, keepDays],
  );
  if (rows[0] === undefined) throw new Error("Postgres returned no time");
  return rows[0].since;
}

// An id begins with its time, so the primary key lists the oldest first.
const FIND = prepared(
  `select p.id, p.merchant_transaction_id as reference from payments p
   where p.merchant_id = $1 and p.id > $2 and p.id < $3 and ${isReferenceOver("$4")} order by p.id limit $5`,
);

type PaymentsOver = { references: string[]; lastId: string };

/**
 * References without changes since `before`, by their oldest payments after `afterId`, at most `limit`; null when there
 * are none.
 */
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
// A reference whose records all failed before they had a link stays free to be created again (decision 0029).
const KEEP_REFERENCES = prepared(
  `insert into forgotten_references
   select distinct merchant_id, merchant_transaction_id from payments
   where merchant_id = $1 and id = any ($2) and (status <> 'FAILURE' or link_issued_at is not null)
   on conflict do nothing`,
);
const DELETE = ["payment_events", "payment_polls", "refunds"].map((table) =>
  prepared(`delete from ${table} where merchant_id = $1 and payment_id = any ($2)`),
);
const DELETE_PAYMENTS = prepared("delete from payments where merchant_id = $1 and id = any ($2)");

/**
 * Deletes the payments of those references that still need no work, with all their rows, in the caller's transaction,
 * which must be READ COMMITTED; the references stay in use. Skips locked payments. Returns the number of deleted
 * payments.
 */
export async function deletePaymentsOver(
  db: Db,
  merchantId: number,
  references: readonly string[],
  before: Date,
): Promise<number> {
  const { rows: held } = await db.query<{ id: string }>({ ...LOCK, values: [merchantId, references] });
  // A separate statement, after the locks: a refund request holds its payment's lock until the new refund is visible.
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

const IS_OF_DELETED = prepared(
  "select exists (select from forgotten_references where merchant_id = $1 and merchant_transaction_id = $2) as found",
);

/** Whether a reference had a payment that is deleted by now. */
export async function isReferenceOfDeletedPayment(
  db: Db,
  merchantId: number,
  reference: string,
): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>({ ...IS_OF_DELETED, values: [merchantId, reference] });
  return rows[0]?.found === true;
}
