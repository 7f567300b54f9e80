import { type Db, prepared } from "@/server/platform/pool";
import { formatId } from "../domain/ids";

/**
 * Nothing is left to do for payment `p`, and nothing has happened to it since the time given as `before`. A late charge that
 * could not be sent back waits for a person, however long. "offset 0" keeps each look one of its own, by its key: joined, they
 * would read all refunds of a merchant.
 */
function isOver(before: string): string {
  return `p.completed_at < ${before} and p.watched_until is null
    and not exists (select from refunds r where r.merchant_id = p.merchant_id and r.payment_id = p.id
      and (r.completed_at is null or r.completed_at >= ${before}) offset 0)
    and not exists (select from reversals v where v.merchant_id = p.merchant_id and v.payment_id = p.id
      and (v.status <> 'SUCCESS' or v.completed_at is null or v.completed_at >= ${before}) offset 0)`;
}

// An id begins with its time, so the oldest stand first in the primary key.
const FIND = prepared(
  `select m.id as "merchantId", oldest.ids
   from merchants m cross join lateral (
     select array_agg(id) as ids from (
       select p.id from payments p where p.merchant_id = m.id and p.id < $2 and ${isOver("$1")}
       order by p.id limit $3) as found) as oldest
   where oldest.ids is not null order by m.id limit 1`,
);

export type OldPayments = { merchantId: number; ids: string[] };

/** The oldest payments of one merchant that are over since `before`, at most `limit`; null when nobody has any. */
export async function findPaymentsOver(db: Db, before: Date, limit: number): Promise<OldPayments | null> {
  const { rows } = await db.query<OldPayments>({
    ...FIND,
    values: [before, formatId("TXN", before.getTime()), limit],
  });
  return rows[0] ?? null;
}

const LOCK = prepared(
  "select id from payments where merchant_id = $1 and id = any ($2) for update skip locked",
);
const STILL_OVER = prepared(
  `select p.id from payments p where p.merchant_id = $1 and p.id = any ($2) and ${isOver("$3")}`,
);
// A reference whose records all failed before they had a link can be created again (D6), today as then.
const KEEP_REFERENCES = prepared(
  `insert into forgotten_references
   select merchant_id, merchant_transaction_id from payments
   where merchant_id = $1 and id = any ($2) and (status <> 'FAILURE' or link_issued_at is not null)
   on conflict do nothing`,
);
const DELETE = ["payment_events", "refunds", "reversals"].map((table) =>
  prepared(`delete from ${table} where merchant_id = $1 and payment_id = any ($2)`),
);
const DELETE_PAYMENTS = prepared("delete from payments where merchant_id = $1 and id = any ($2)");

/**
 * Deletes those of the payments that are over still, with all that belongs to them, in the caller's transaction, which must read
 * committed; their references stay taken. What somebody else holds just now is left. Returns how many went.
 */
export async function deletePaymentsOver(
  db: Db,
  { merchantId, ids }: OldPayments,
  before: Date,
): Promise<number> {
  const locked = await idsOf(LOCK, [merchantId, ids]);
  // Judged under the locks: who asks for a refund holds the payment until that refund is there to be seen.
  const over = await idsOf(STILL_OVER, [merchantId, locked, before]);
  const values = [merchantId, over];
  await Promise.all([KEEP_REFERENCES, ...DELETE].map((statement) => db.query({ ...statement, values })));
  await db.query({ ...DELETE_PAYMENTS, values });
  return over.length;

  async function idsOf(statement: typeof LOCK, of: unknown[]): Promise<string[]> {
    const { rows } = await db.query<{ id: string }>({ ...statement, values: of });
    return rows.map(({ id }) => id);
  }
}
