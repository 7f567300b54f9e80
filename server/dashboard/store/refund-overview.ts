import type { RefundAge, RefundEnd } from "@/lib/overview-views";
import type { Db } from "@/server/platform/pool";

/** How the refunds stand that were asked for here since `from`. */
export async function countRefundEnds(db: Db, from: Date): Promise<{ end: RefundEnd; count: number }[]> {
  const { rows } = await db.query<{ end: RefundEnd; count: number }>(
    `select case
              when state = 'REFUSED' then 'refused'
              when state = 'NOT_SENT' then 'not_sent'
              when state = 'UNKNOWN' then 'unknown'
              when refund_status in ('SUCCESS', 'FAILURE') then refund_status
              else 'open'
            end as end, count(*)::integer as count
     from refund_intents where requested_at >= $1 group by 1`,
    [from],
  );
  return rows;
}

/** Refunds asked for here that have not ended, by how long ago that was. */
export async function countOpenRefundAges(db: Db, at: Date): Promise<{ age: RefundAge; count: number }[]> {
  const { rows } = await db.query<{ age: RefundAge; count: number }>(
    `select case
              when requested_at > $1::timestamptz - interval '1 hour' then 'hour'
              when requested_at > $1::timestamptz - interval '1 day' then 'day'
              when requested_at > $1::timestamptz - interval '7 days' then 'week'
              else 'older'
            end as age, count(*)::integer as count
     from refund_intents
     where state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED' and completed_at is null)
     group by 1`,
    [at],
  );
  return rows;
}
