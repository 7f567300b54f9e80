import type { RefundAge, RefundEnd } from "@/lib/overview/overview-views";
import type { RefundListStatus } from "@/lib/refunds/refund-list-views";
import type { Db } from "@/server/platform/pool";
import { sumByStatus } from "./refund-sums";

const END_OF: Record<RefundListStatus, RefundEnd> = {
  SENDING: "open",
  INITIATED: "open",
  PROCESSING: "open",
  SUCCESS: "SUCCESS",
  FAILURE: "FAILURE",
  REFUSED: "refused",
  NOT_SENT: "not_sent",
  UNKNOWN: "unknown",
};

/** The number of refunds made here since `from`, by status. */
export async function countRefundEnds(db: Db, from: Date): Promise<{ end: RefundEnd; count: number }[]> {
  const sums = await sumByStatus(db, { from, until: null });
  return sums.map(({ status, count }) => ({ end: END_OF[status], count }));
}

/** Pending refunds made here, by the time since they were requested. */
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
