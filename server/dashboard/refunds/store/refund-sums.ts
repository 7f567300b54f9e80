import type { RefundListStatus } from "@/lib/refunds/refund-list-views";
import { type Db, prepared } from "@/server/platform/pool";

/** The status of a refund as the list names it, as an expression over `refund_intents i`; an index uses it. */
export const LIST_STATUS = `(case i.state
  when 'ACCEPTED' then case when i.late_success_seen_at is null then i.refund_status else 'PAID_LATE' end
  when 'RECORDED' then 'SENDING' else i.state end)`;

const startOf = (day: string): string => `((${day})::timestamp at time zone 'UTC')`;
const dayOf = (at: string): string => `((${at}) at time zone 'UTC')::date`;

/** More than a clock that is set back, or another process's clock, may lag. */
const CLOSED_AFTER = "interval '1 hour'";

type StatusSum = { status: RefundListStatus; currency: string; count: number; amountPaise: bigint };

/**
 * Whole days of the span come from their sums, where these exist. Everything else is read refund by refund, in one
 * statement, so that a day whose sums are deleted meanwhile is not missed.
 */
const SUM_BY_STATUS = prepared(
  `with span as (
     select coalesce($1::timestamptz, '-infinity') as starts_at, coalesce($2::timestamptz, 'infinity') as ends_at),
   whole as (
     select day, ${startOf("day")} as starts_at, ${startOf("day + 1")} as ends_at from refund_days_summed
     where day >= (select ${dayOf("starts_at + interval '24 hours' - interval '1 microsecond'")} from span)
       and day < (select ${dayOf("ends_at")} from span)),
   gaps as (
     select coalesce(lag(whole.ends_at) over (order by day), span.starts_at) as starts_at, whole.starts_at as ends_at
     from whole, span
     union all
     select coalesce((select max(ends_at) from whole), starts_at), ends_at from span),
   parts as (
     select status, currency, count, sum_paise from refund_day_sums join whole using (day)
     union all
     select live.status, live.currency, 1, live.amount_paise
     from gaps cross join lateral (
       select ${LIST_STATUS} as status, i.currency, i.amount_paise from refund_intents i
       where i.requested_at >= gaps.starts_at and i.requested_at < gaps.ends_at offset 0) live
     where gaps.starts_at < gaps.ends_at)
   select status, currency, sum(count)::integer as count, sum(sum_paise)::text as amount from parts group by 1, 2`,
);

/** The number of refunds requested from `from` (inclusive) to `until` (exclusive) by status, and their sum in paise. */
export async function sumByStatus(
  db: Db,
  { from, until }: { from: Date | null; until: Date | null },
): Promise<StatusSum[]> {
  const { rows } = await db.query<Omit<StatusSum, "amountPaise"> & { amount: string }>({
    ...SUM_BY_STATUS,
    values: [from, until],
  });
  return rows.map(({ amount, ...sum }) => ({ ...sum, amountPaise: BigInt(amount) }));
}

/** Past days without sums, newest first. */
export async function findDaysToSum(db: Db, at: Date, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ day: string }>(
    `select day::date::text as day
     from generate_series(
       (select ${dayOf("min(requested_at)")}::timestamp from refund_intents),
       (${dayOf(`$1::timestamptz - ${CLOSED_AFTER}`)} - 1)::timestamp, interval '1 day') day
     where not exists (select from refund_days_summed s where s.day = day.day::date)
     order by 1 desc limit $2`,
    [at, limit],
  );
  return rows.map(({ day }) => day);
}

const SUM_DAY = `with summed as (
     insert into refund_days_summed (day) values ($1::date) on conflict do nothing returning day)
   insert into refund_day_sums
   select day, ${LIST_STATUS}, i.currency, count(*), sum(i.amount_paise)
   from summed join refund_intents i on i.requested_at >= ${startOf("day")} and i.requested_at < ${startOf("day + 1")}
   group by 1, 2, 3`;

// Every change of a refund waits for this lock: a process that hangs while holding it must not block them.
const TRY_LOCK = `select set_config('idle_in_transaction_session_timeout', '1s', true),
  pg_try_advisory_xact_lock(hashtextextended('refund-sums', 0)) as locked`;

/**
 * Sums one day in the caller's transaction; returns false and does nothing while a refund is being changed. The lock
 * needs a separate statement: the sum's snapshot must be newer.
 */
export async function sumDay(db: Db, day: string): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>(TRY_LOCK);
  if (rows[0]?.locked !== true) return false;
  await db.query(SUM_DAY, [day]);
  return true;
}
