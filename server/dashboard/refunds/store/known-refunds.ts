import type { Db } from "@/server/platform/pool";

/**
 * What refunds other than that of an intent of unknown outcome have certainly returned of its payment, in paise: the successful
 * ones with a known id, made here or opened by it. A pending one may have failed by now. A refund that was only opened belongs to
 * no intent yet: with the intent's amount, accepted from `since` to `until`, it may be the intent's own.
 */
export async function sumKnownRefunds(
  db: Db,
  of: { serviceAddress: string; transactionId: string; amountPaise: bigint; since: Date; until: Date },
): Promise<bigint> {
  const { rows } = await db.query<{ done: string }>(
    `select coalesce(sum(t.amount_paise), 0)::text as done from tracked_refunds t
     where t.service_address = $1 and t.transaction_id = $2 and t.status = 'SUCCESS' and t.completed_at is not null
       and (t.amount_paise <> $3 or t.requested_at < $4 or t.requested_at > $5 or exists (
         select from refund_intents i where i.service_address = t.service_address and i.refund_id = t.refund_id
       ))`,
    [of.serviceAddress, of.transactionId, of.amountPaise, of.since, of.until],
  );
  return BigInt(rows[0]?.done ?? "0");
}
