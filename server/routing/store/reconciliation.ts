import type { Db } from "@/server/platform/pool";

/**
 * The scope of a reconciliation: all records that are not final, and those that became final from `from` (inclusive) to
 * `until` (exclusive).
 */
export type Period = { from: Date; until: Date };
/** Null: every merchant. A page begins after the row `after`; null for the first page. */
export type Page<K> = { merchantId: number | null; period: Period; after: K | null; limit: number };

export type RowKey = { merchantId: number; id: string };
export type ReversalKey = { merchantId: number; paymentId: string; gatewayTransactionId: string };

/** Payments for which a gateway opened a checkout, by merchant and id; polled ones count as not final. */
export async function paymentsToReconcile(db: Db, page: Page<RowKey>): Promise<RowKey[]> {
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `select merchant_id, id from payments
     where ($1::int is null or merchant_id = $1)
       and ($2::int is null or (merchant_id, id) > ($2, $3::text))
       and gateway_checkout_id is not null
       and (status = 'INITIATED' or watched_until is not null or (completed_at >= $4 and completed_at < $5))
     order by merchant_id, id limit $6`,
    valuesOf(page, page.after?.id),
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}

/** Refunds by merchant and id. */
export async function refundsToReconcile(db: Db, page: Page<RowKey>): Promise<RowKey[]> {
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `select merchant_id, id from refunds
     where ($1::int is null or merchant_id = $1)
       and ($2::int is null or (merchant_id, id) > ($2, $3::text))
       and (completed_at is null or (completed_at >= $4 and completed_at < $5))
     order by merchant_id, id limit $6`,
    valuesOf(page, page.after?.id),
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}

/** Reversals by merchant, payment and charge. */
export async function reversalsToReconcile(db: Db, page: Page<ReversalKey>): Promise<ReversalKey[]> {
  const { rows } = await db.query<{
    merchant_id: number;
    payment_id: string;
    gateway_transaction_id: string;
  }>(
    `select merchant_id, payment_id, gateway_transaction_id from reversals
     where ($1::int is null or merchant_id = $1)
       and ($2::int is null or (merchant_id, payment_id, gateway_transaction_id) > ($2, $3::text, $7::text))
       and (completed_at is null or (completed_at >= $4 and completed_at < $5))
     order by merchant_id, payment_id, gateway_transaction_id limit $6`,
    [...valuesOf(page, page.after?.paymentId), page.after?.gatewayTransactionId ?? null],
  );
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    paymentId: row.payment_id,
    gatewayTransactionId: row.gateway_transaction_id,
  }));
}

function valuesOf(
  { merchantId, period, after, limit }: Page<{ merchantId: number }>,
  afterId: string | undefined,
): unknown[] {
  return [merchantId, after?.merchantId ?? null, afterId ?? null, period.from, period.until, limit];
}
