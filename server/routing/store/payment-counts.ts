import type { PaymentStatus } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";

/** What counts can be split by, besides the status and the currency. */
const SPLITS = { gateway: "gateway", payment_method: "payment_method" } as const;
export type CountSplit = keyof typeof SPLITS;

export type CountSpan = {
  from: Date;
  until: Date;
  bucket: "hour" | "day" | "week" | "month";
  timeZone: string;
  splitBy: CountSplit | null;
};

export type PaymentCount = {
  bucket: Date;
  status: PaymentStatus;
  currency: string;
  /** The gateway or the method; null where the payment has none, and when the counts are not split. */
  part: string | null;
  count: number;
  /** Can exceed what one payment's amount can be. */
  sumPaise: bigint;
};

/**
 * Counts and exact sums of payments by when they were created, at most `limit` of them. The sum of bigints is numeric in
 * Postgres and read as a text: nothing is rounded.
 */
export async function countPayments(
  db: Db,
  merchantId: number,
  span: CountSpan,
  limit: number,
): Promise<PaymentCount[]> {
  const part = span.splitBy === null ? "null::text" : SPLITS[span.splitBy];
  const { rows } = await db.query<{
    bucket: Date;
    status: PaymentStatus;
    currency: string;
    part: string | null;
    count: number;
    sum_paise: string;
  }>(
    `select date_trunc($4, created_at, $5) as bucket, status, currency, ${part} as part,
            count(*)::integer as count, sum(amount_paise)::text as sum_paise
     from payments where merchant_id = $1 and created_at >= $2 and created_at < $3
     group by 1, 2, 3, 4 order by 1, 2, 3, 4 limit $6`,
    [merchantId, span.from, span.until, span.bucket, span.timeZone, limit],
  );
  return rows.map(({ sum_paise: sumPaise, ...row }) => ({ ...row, sumPaise: BigInt(sumPaise) }));
}
