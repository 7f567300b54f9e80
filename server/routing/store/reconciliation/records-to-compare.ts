import type { Db } from "@/server/platform/pool";

/**
 * The scope of a reconciliation of one merchant: all records that are not final, and those that became final from `from`
 * (inclusive) to `until` (exclusive); of one gateway, or of all (null).
 */
export type CompareScope = {
  merchantId: number;
  period: { from: Date; until: Date };
  gateway: string | null;
};
/** A page begins after the row `after`; null for the first page. */
export type Page<K> = CompareScope & { after: K | null; limit: number };
/** `next`: where the next page begins; null when there is none. A page without keys can have a next one. */
export type Keys<K> = { keys: K[]; next: K | null };

export type ReversalKey = { paymentId: string; gatewayTransactionId: string };

const ENDED = "(completed_at >= $3 and completed_at < $4)";
const OF_GATEWAY = "($2::text is null or gateway = $2)";
/** Payments for which a gateway opened a checkout; polled ones count as not final. */
const PAYMENT = `${OF_GATEWAY} and gateway_checkout_id is not null
  and (status = 'INITIATED' or watched_until is not null or ${ENDED})`;
const MONEY_BACK = `${OF_GATEWAY} and (completed_at is null or ${ENDED})`;

/** Rows that one statement reads at most, so that it takes milliseconds in a history of any length. */
const WINDOW = 20_000;

/** Ids of payments, in order. */
export function paymentsToCompare(db: Db, page: Page<string>): Promise<Keys<string>> {
  return idsInWindow(db, { table: "payments", condition: PAYMENT }, page);
}

/** Ids of refunds, in order. */
export function refundsToCompare(db: Db, page: Page<string>): Promise<Keys<string>> {
  return idsInWindow(db, { table: "refunds", condition: MONEY_BACK }, page);
}

async function idsInWindow(
  db: Db,
  { table, condition }: { table: "payments" | "refunds"; condition: string },
  page: Page<string>,
): Promise<Keys<string>> {
  const { rows } = await db.query<{ read: number; last: string | null; ids: string[] }>(
    `with seen as materialized (
       select id, ${condition} as is_meant from ${table}
       where merchant_id = $1 and ($5::text is null or id > $5) order by id limit ${WINDOW})
     select (select count(*)::int from seen) as read, (select max(id) from seen) as last,
       array(select id from seen where is_meant order by id limit $6) as ids`,
    [...valuesOf(page), page.after, page.limit],
  );
  const [seen] = rows;
  if (seen === undefined) return { keys: [], next: null };
  if (seen.ids.length === page.limit) return { keys: seen.ids, next: seen.ids.at(-1) ?? null };
  return { keys: seen.ids, next: seen.read === WINDOW ? seen.last : null };
}

/** Reversals by payment and charge. They are few. */
export async function reversalsToCompare(db: Db, page: Page<ReversalKey>): Promise<Keys<ReversalKey>> {
  const { rows } = await db.query<{ payment_id: string; gateway_transaction_id: string }>(
    `select payment_id, gateway_transaction_id from reversals
     where merchant_id = $1 and ${MONEY_BACK}
       and ($5::text is null or (payment_id, gateway_transaction_id) > ($5, $6::text))
     order by payment_id, gateway_transaction_id limit $7`,
    [...valuesOf(page), page.after?.paymentId ?? null, page.after?.gatewayTransactionId ?? null, page.limit],
  );
  const keys = rows.map((row) => ({
    paymentId: row.payment_id,
    gatewayTransactionId: row.gateway_transaction_id,
  }));
  return { keys, next: keys.length < page.limit ? null : (keys.at(-1) ?? null) };
}

/**
 * How many records a run of this scope visits, as far as is known when it starts. Reads the merchant's whole history:
 * the caller sets a limit.
 */
export async function countToCompare(db: Db, scope: CompareScope): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select ((select count(*) from payments where merchant_id = $1 and ${PAYMENT})
       + (select count(*) from refunds where merchant_id = $1 and ${MONEY_BACK})
       + (select count(*) from reversals where merchant_id = $1 and ${MONEY_BACK}))::int as n`,
    valuesOf(scope),
  );
  return rows[0]?.n ?? 0;
}

function valuesOf({ merchantId, gateway, period }: CompareScope): unknown[] {
  return [merchantId, gateway, period.from, period.until];
}
