import type { Db } from "@/server/platform/pool";

type KnownService = { address: string; merchantId: string | null; usedAt: Date };

/** Kept until the transaction ends: services are recognized and their records moved one after the other. */
export async function lockKnownServices(db: Db): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtextextended(current_schema() || ': known services', 0))");
}

const COLUMNS = `address, merchant_id as "merchantId", used_at as "usedAt"`;

export async function findKnownService(db: Db, address: string): Promise<KnownService | null> {
  const { rows } = await db.query<KnownService>(`select ${COLUMNS} from known_services where address = $1`, [
    address,
  ]);
  return rows[0] ?? null;
}

/** All of them, the one that was used last first. */
export async function listKnownServices(db: Db): Promise<KnownService[]> {
  const { rows } = await db.query<KnownService>(
    `select ${COLUMNS} from known_services order by used_at desc, address`,
  );
  return rows;
}

/**
 * Stores what a service tells of itself, and returns when it counts as begun. `begunAt`: when this process began to use it; null:
 * now, for the first time. Later it changes nothing that is stored: a newer process may use the address with the key of another
 * merchant, and an older one is not the newest because it is stored again.
 */
export async function saveKnownService(
  db: Db,
  { address, merchantId, begunAt }: { address: string; merchantId: string | null; begunAt: Date | null },
): Promise<Date> {
  const { rows } = await db.query<{ usedAt: Date }>(
    `insert into known_services as k (address, merchant_id, used_at) values ($1, $2, coalesce($3::timestamptz, now()))
     on conflict (address) do update set
       merchant_id = case when $3::timestamptz is null then coalesce(excluded.merchant_id, k.merchant_id)
         else coalesce(k.merchant_id, excluded.merchant_id) end,
       used_at = greatest(k.used_at, excluded.used_at)
     returning used_at as "usedAt"`,
    [address, merchantId, begunAt],
  );
  if (rows[0] === undefined) throw new Error("a known service was neither inserted nor updated");
  return rows[0].usedAt;
}

export async function deleteKnownService(db: Db, address: string): Promise<void> {
  await db.query("delete from known_services where address = $1", [address]);
}

/** Payments that were refunded or looked up at a service, the newest of each: to ask another one for. */
export async function listPaymentsThere(
  db: Db,
  address: string,
  limit: number,
): Promise<{ reference: string; transactionId: string }[]> {
  const { rows } = await db.query<{ reference: string; transactionId: string }>(
    `(select reference, transaction_id as "transactionId" from refund_intents
      where service_address = $1 order by requested_at desc limit $2)
     union all
     (select reference, transaction_id from seen_payments
      where service_address = $1 order by created_at desc, transaction_id desc limit $2)`,
    [address, limit],
  );
  return rows;
}

/** Refunds made here at a service that have not ended, or of which it is not known whether they were made. */
export async function countOpenRefunds(db: Db, address: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (select count(*) from refund_intents where service_address = $1 and state in ('RECORDED', 'SENDING', 'UNKNOWN'))::int
       + (select count(*) from tracked_refunds where service_address = $1 and is_made_here and completed_at is null)::int as count`,
    [address],
  );
  return rows[0]?.count ?? 0;
}
