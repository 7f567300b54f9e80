import type { Db } from "@/server/platform/pool";

/**
 * What a person has refunded of each payment, in paise: all that is reserved or was paid, as `countsAgainstBalance` has
 * it, and what they recorded as returned without a gateway. A payment of which they refunded nothing has no entry.
 */
export async function sumRefundsOf(
  db: Db,
  personId: string,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (transactionIds.length === 0) return new Map();
  const { rows } = await db.query<{ transactionId: string; paise: bigint }>(
    `select own.transaction_id as "transactionId", sum(own.amount_paise)::bigint as paise
     from (
       select transaction_id, amount_paise from refund_intents
       where transaction_id = any($2) and requested_by = $1
         and (state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED'
           and (refund_status is distinct from 'FAILURE' or late_success_seen_at is not null)))
       union all
       select transaction_id, amount_paise from manual_refunds
       where transaction_id = any($2) and recorded_by = $1 and state in ('WAITING', 'CONFIRMED')
     ) own group by own.transaction_id`,
    [personId, transactionIds],
  );
  return new Map(rows.map(({ transactionId, paise }) => [transactionId, paise]));
}
