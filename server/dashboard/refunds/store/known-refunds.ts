import type { Db } from "@/server/platform/pool";

/**
 * What a payment's refunds with a known id have certainly returned, in paise: the successful ones, made here or opened
 * by their id. A pending one may have failed by now.
 */
export async function sumKnownRefunds(
  db: Db,
  of: { serviceAddress: string; transactionId: string },
): Promise<bigint> {
  const { rows } = await db.query<{ done: string }>(
    `select coalesce(sum(amount_paise), 0)::text as done from tracked_refunds
     where service_address = $1 and transaction_id = $2 and status = 'SUCCESS' and completed_at is not null`,
    [of.serviceAddress, of.transactionId],
  );
  return BigInt(rows[0]?.done ?? "0");
}
