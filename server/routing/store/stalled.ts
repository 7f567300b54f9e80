import type { Db } from "@/server/platform/pool";
import { stays } from "./cells/stays";

/**
 * Whether a row has a job that is running, or pending with attempts left. `key` is an expression that uses the row's
 * alias, because the jobs table also has an `id`.
 */
function hasJob(key: string): string {
  return `exists (
    select 1 from graphile_worker._private_jobs j
    where j.key = ${key} and (j.is_available or j.locked_at is not null))`;
}

/** Refunds of all merchants that are not final and have no job. At most `limit`. */
export async function findStalledRefunds(
  db: Db,
  limit: number,
): Promise<{ merchantId: number; id: string }[]> {
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `select merchant_id, id from refunds r
     where completed_at is null and ${stays("r.merchant_id")} and not ${hasJob("'refund:' || r.merchant_id || ':' || r.id")}
     order by merchant_id, id limit $1`,
    [limit],
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}

/** Reversals of all merchants that are not final, or are final and still checked, and have no job. At most `limit`. */
export async function findStalledReversals(
  db: Db,
  limit: number,
): Promise<{ merchantId: number; paymentId: string; gatewayTransactionId: string }[]> {
  const key = "'reversal:' || r.merchant_id || ':' || r.payment_id || ':' || r.gateway_transaction_id";
  const { rows } = await db.query<{
    merchant_id: number;
    payment_id: string;
    gateway_transaction_id: string;
  }>(
    `select merchant_id, payment_id, gateway_transaction_id from reversals r
     where (completed_at is null or watched_until is not null) and ${stays("r.merchant_id")} and not ${hasJob(key)}
     order by merchant_id, payment_id, gateway_transaction_id limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    merchantId: row.merchant_id,
    paymentId: row.payment_id,
    gatewayTransactionId: row.gateway_transaction_id,
  }));
}

/** Polled payments of all merchants that have no polling job. At most `limit`. */
export async function findStalledPayments(
  db: Db,
  limit: number,
): Promise<{ merchantId: number; id: string }[]> {
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `select merchant_id, id from payments p
     where watched_until is not null and ${stays("p.merchant_id")} and not ${hasJob("'payment:' || p.merchant_id || ':' || p.id")}
     order by merchant_id, id limit $1`,
    [limit],
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}
