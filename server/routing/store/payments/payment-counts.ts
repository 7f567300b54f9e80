import type { PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import { QUARTER, QUARTERS_FROM, WIDE } from "./payment-sums";

/** The optional splits of counts, in addition to status and currency. */
const SPLITS = { gateway: "gateway", payment_method: "payment_method" } as const;
export type CountSplit = keyof typeof SPLITS;

export type CountSpan = {
  from: Date;
  until: Date;
  bucket: "hour" | "day" | "week" | "month";
  timeZone: string;
  splitBy: CountSplit | null;
  /** Only payments for which this method was requested; without it all. */
  method?: PaymentMethod | null;
};

export type PaymentCount = {
  bucket: Date;
  status: PaymentStatus;
  currency: string;
  /** The gateway or the method; null for a payment without one, and when the counts are not split. */
  part: string | null;
  count: number;
  /** Can exceed the largest amount of a payment. */
  sumPaise: bigint;
};

/**
 * Counts and exact sums of payments by creation time, at most `limit` rows. Postgres sums bigints as numeric, which is
 * read as text: nothing is rounded. Payments that are already summed are not read again (decision 0186): from `a` to
 * `z` it reads sums of three hours where they lie in one bucket, else of quarters of an hour, and the changes since;
 * before and after, the payments. Of one method, it reads only quarters: sums of three hours have one split each. One
 * statement, so that everything is of one moment.
 */
export async function countPayments(
  db: Db,
  merchantId: number,
  span: CountSpan,
  limit: number,
): Promise<PaymentCount[]> {
  const { rows } = await db.query<{
    bucket: Date;
    status: PaymentStatus;
    currency: string;
    part: string | null;
    count: number;
    sum_paise: string;
  }>(countStatement(span), [
    merchantId,
    span.from,
    span.until,
    span.bucket,
    span.timeZone,
    limit,
    span.splitBy ?? "none",
    ...(isOfMethod(span) ? [span.method] : []),
  ]);
  return rows.map(({ sum_paise: sumPaise, ...row }) => ({ ...row, sumPaise: BigInt(sumPaise) }));
}

/**
 * The start of an instant's bucket; $4 is the bucket, $5 the time zone. Hours are distinguished as instants: by wall clock, the two hours with the same
 * time when clocks go back would be counted as one.
 */
export function bucketOf(bucket: CountSpan["bucket"], at: string): string {
  return bucket === "hour"
    ? `${at} - (${at} at time zone $5 - date_trunc($4, ${at} at time zone $5))`
    : `date_trunc($4, ${at}, $5)`;
}

const isOfMethod = ({ method }: CountSpan): boolean => typeof method === "string";

function countStatement(span: CountSpan): string {
  const { splitBy, bucket } = span;
  const begins = (at: string): string => bucketOf(bucket, at);
  const ofMethod = isOfMethod(span) ? "and payment_method = $8" : "";
  const part = splitBy === null ? "null::text" : SPLITS[splitBy];
  const partOfSums = splitBy === null ? "null::text" : `nullif(${SPLITS[splitBy]}, '')`;
  const paymentsBetween = (from: string, until: string): string =>
    `select ${begins("created_at")} as bucket, status, currency, ${part} as part,
            count(*) as count, sum(amount_paise) as sum_paise
     from payments where merchant_id = $1 and created_at >= ${from} and created_at < ${until} ${ofMethod}
     group by 1, 2, 3, 4`;
  const hasWide = isOfMethod(span) ? "false" : "true";
  // "offset 0" keeps each subquery a separate lookup by key, because the planner does not know the number of rows.
  return `
    with bounds as materialized (
      select a, greatest(a, least(
               date_bin(${QUARTER}, $3::timestamptz, ${QUARTERS_FROM}),
               coalesce((select until from payments_summed where merchant_id = $1), '-infinity'))) as z
      from (select date_bin(${QUARTER}, $2::timestamptz + ${QUARTER} - interval '1 microsecond', ${QUARTERS_FROM}) as a)
        as first),
    blocks as materialized (
      select starts_at, ${begins("starts_at")} as bucket,
             ${hasWide} and starts_at >= a and starts_at + ${WIDE} <= z and ${begins("starts_at")}
               = ${begins(`(starts_at + ${WIDE} - interval '1 microsecond')`)} as is_whole
      from bounds, generate_series(date_bin(${WIDE}, a, ${QUARTERS_FROM}), z - interval '1 microsecond', ${WIDE})
        as series (starts_at))
    select bucket, status, currency, part, sum(count)::integer as count, sum(sum_paise)::text as sum_paise
    from (
      select bucket, status, currency, nullif(part, '') as part, count, sum_paise
      from blocks, lateral (
        select status, currency, part, count, sum_paise from payment_wide_sums
        where merchant_id = $1 and split = $7 and starts_at = blocks.starts_at offset 0) as wide
      where is_whole
      union all
      select ${begins("quarters.starts_at")}, status, currency, part, count, sum_paise
      from bounds, blocks, lateral (
        select starts_at, status, currency, ${partOfSums} as part, count, sum_paise from payment_sums
        where merchant_id = $1 and starts_at >= greatest(a, blocks.starts_at)
          and starts_at < least(z, blocks.starts_at + ${WIDE}) ${ofMethod} offset 0) as quarters
      where not is_whole
      union all
      select ${begins("created_at")}, status, currency, part, count, count * amount_paise
      from bounds, lateral (
        select created_at, status, currency, ${part} as part, count, amount_paise from payment_changes
        where merchant_id = $1 and created_at >= a and created_at < z ${ofMethod} offset 0) as changes
      union all
      select before.* from bounds, lateral (${paymentsBetween("$2", "least(a, $3::timestamptz)")}) as before
      union all
      select after.* from bounds, lateral (${paymentsBetween("z", "$3")}) as after
    ) as counted
    group by 1, 2, 3, 4 having sum(count) <> 0 order by 1, 2, 3, 4 limit $6`;
}
