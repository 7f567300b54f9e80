import type { RefundAge, RefundEnd } from "@/lib/overview/overview-views";
import type { RefundListStatus } from "@/lib/refunds/refund-list-views";
import { type Db, prepared } from "@/server/platform/pool";
import { sumByStatus } from "./refund-sums";

const END_OF: Record<RefundListStatus, RefundEnd> = {
  SENDING: "open",
  INITIATED: "open",
  PROCESSING: "open",
  SUCCESS: "SUCCESS",
  FAILURE: "FAILURE",
  PAID_LATE: "paid_late",
  REFUSED: "refused",
  NOT_SENT: "not_sent",
  UNKNOWN: "unknown",
};

/** When refunds were requested: from the first instant on, and before the second. */
type Requested = { from: Date; until: Date };

/** The number of refunds made here and requested in this time, by status. */
export async function countRefundEnds(
  db: Db,
  { from, until }: Requested,
): Promise<{ end: RefundEnd; count: number }[]> {
  const sums = await sumByStatus(db, { from, until });
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

/** `sending`: no response yet; `unknown`: the response was lost; `in_progress`: the service has it, and it has not ended. */
export type OpenRefunds = {
  state: "sending" | "unknown" | "in_progress";
  count: number;
  /** How long ago the oldest was sent, or requested where it was not sent yet; 0 when there is none. */
  oldestSeconds: number;
};

const SUM_OPEN_REFUNDS = prepared(
  `select named.state, count(i.id)::int as count,
     coalesce(greatest(extract(epoch from $1::timestamptz - min(coalesce(i.sent_at, i.requested_at))), 0), 0)::float8 as "oldestSeconds"
   from (values ('sending', '{RECORDED,SENDING}'::text[]), ('unknown', '{UNKNOWN}'), ('in_progress', '{ACCEPTED}')) as named (state, states)
   left join (
     select id, state, requested_at, sent_at from refund_intents
     where state in ('RECORDED', 'SENDING', 'UNKNOWN') or (state = 'ACCEPTED' and completed_at is null)) i
     on i.state = any (named.states)
   group by named.state`,
);

/** The refunds made here that have not ended, with a row for each state. */
export async function sumOpenRefunds(db: Db, now: Date): Promise<OpenRefunds[]> {
  const { rows } = await db.query<OpenRefunds>({ ...SUM_OPEN_REFUNDS, values: [now] });
  return rows;
}

type ReasonSum = { code: string | null; currency: string; count: number; amountPaise: bigint };

/**
 * Refunds requested here in this time, by their listed reason and currency, whatever became of them: as the list that
 * is filtered by the reason. Read refund by refund; the sums of days do not know reasons (decision 0277).
 */
export async function sumByReason(db: Db, { from, until }: Requested): Promise<ReasonSum[]> {
  const { rows } = await db.query<Omit<ReasonSum, "amountPaise"> & { amount: string }>(
    `select reason_code as code, currency, count(*)::integer as count, sum(amount_paise)::text as amount
     from refund_intents where requested_at >= $1 and requested_at < $2 group by 1, 2`,
    [from, until],
  );
  return rows.map(({ amount, ...sum }) => ({ ...sum, amountPaise: BigInt(amount) }));
}
