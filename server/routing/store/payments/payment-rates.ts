import type { CardScheme, PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import { bucketOf } from "./payment-counts";
import { QUARTER, QUARTERS_FROM } from "./payment-sums";
import { DECLINED } from "./declined-payments";

export type RateSpan = { from: Date; until: Date; bucket: "hour" | "day"; timeZone: string };

/** The kind of payments; null for any. Amounts are inclusive. */
export type RateFilter = {
  method: PaymentMethod | null;
  minPaise: bigint | null;
  maxPaise: bigint | null;
  currency?: string | null;
  cardScheme?: CardScheme | null;
  issuingBank?: string | null;
};

type DeclinesOverTime = {
  bucket: Date;
  gateway: string;
  status: "FAILURE" | "DROP";
  /** The code as the vendor wrote it. */
  code: string | null;
  count: number;
};

/**
 * Payments of a gateway that were not paid, from one index alone; at most the `limit` newest of them are read. `oldest`:
 * the creation of the last one that was read.
 */
export async function countDeclinesOverTime(
  db: Db,
  merchantId: number,
  span: RateSpan,
  filter: RateFilter,
  limit: number,
): Promise<{ counts: DeclinesOverTime[]; read: number; oldest: Date | null }> {
  const { values, place } = valuesOf(merchantId, span);
  const { rows } = await db.query<DeclinesOverTime & { oldest: Date }>(
    `${withSteps(span)}
     select (select starts from steps)[step] as bucket, gateway, status, code, count, oldest
     from (
       select width_bucket(created_at, (select starts from steps)) as step, gateway, status, failure_code as code,
         count(*)::integer as count, min(created_at) as oldest
       from (
         select created_at, gateway, status, failure_code from payments
         where merchant_id = $1 and ${DECLINED} and created_at >= $2 and created_at < $3 ${conditionsOf(filter, place)}
         order by created_at desc, id desc limit ${place(limit)}) as declined
       group by 1, 2, 3, 4) as counted`,
    values,
  );
  return {
    counts: rows.map(({ oldest: _, ...count }) => count),
    read: rows.reduce((sum, { count }) => sum + count, 0),
    oldest: rows.reduce<Date | null>(
      (first, { oldest }) => (first === null || oldest < first ? oldest : first),
      null,
    ),
  };
}

export type PaymentsOverTime = { bucket: Date; gateway: string; status: PaymentStatus; count: number };

/** Payments of each gateway within a range of amounts or of a kind, which the sums do not know (decision 0186). */
export async function countPaymentsInRange(
  db: Db,
  merchantId: number,
  span: RateSpan,
  filter: RateFilter,
): Promise<PaymentsOverTime[]> {
  const { values, place } = valuesOf(merchantId, span);
  const { rows } = await db.query<PaymentsOverTime>(
    `${withSteps(span)}
     select (select starts from steps)[step] as bucket, gateway, status, count
     from (
       select width_bucket(created_at, (select starts from steps)) as step, gateway, status, count(*)::integer as count
       from payments
       where merchant_id = $1 and gateway is not null and created_at >= $2 and created_at < $3
         ${conditionsOf(filter, place)}
       group by 1, 2, 3) as counted`,
    values,
  );
  return rows;
}

/**
 * Finds from when on a merchant has about `most` payments, to three hours; null if all since `from` are fewer. Reads
 * sums of three hours, so it costs next to nothing; payments that are not summed yet are of the last hour.
 */
export async function findNewest(
  db: Db,
  merchantId: number,
  { from, until }: { from: Date; until: Date },
  most: number,
): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    `select max(starts_at) as since from (
       select starts_at, sum(sum(count)) over (order by starts_at desc) as total from payment_wide_sums
       where merchant_id = $1 and split = 'none' and starts_at >= $2 and starts_at < $3
       group by starts_at) as newest
     where total > $4`,
    [merchantId, from, until, most],
  );
  return rows[0]?.since ?? null;
}

function valuesOf(merchantId: number, { from, until, bucket, timeZone }: RateSpan) {
  const values: unknown[] = [merchantId, from, until, bucket, timeZone];
  return { values, place: (value: unknown): string => `$${values.push(value)}` };
}

/**
 * When each step begins. A payment finds its own by bisection: to compute the bucket of each in its time zone takes
 * longer than all the rest. Every bucket begins with a quarter of an hour.
 */
function withSteps({ bucket }: RateSpan): string {
  return `with steps as materialized (
    select array_agg(starts_at order by starts_at) as starts from (
      select distinct ${bucketOf(bucket, "quarter")} as starts_at
      from generate_series(date_bin(${QUARTER}, $2::timestamptz, ${QUARTERS_FROM}),
        $3::timestamptz - interval '1 microsecond', ${QUARTER}) as series (quarter)) as each_step)`;
}

function conditionsOf(filter: RateFilter, place: (value: unknown) => string): string {
  const { method, minPaise, maxPaise, currency, cardScheme, issuingBank } = filter;
  const equals = (column: string, value: string | null | undefined): string[] =>
    value === null || value === undefined ? [] : [`and ${column} = ${place(value)}`];
  const conditions = [
    ...equals("payment_method", method),
    ...(minPaise === null ? [] : [`and amount_paise >= ${place(minPaise)}::bigint`]),
    ...(maxPaise === null ? [] : [`and amount_paise <= ${place(maxPaise)}::bigint`]),
    ...equals("currency", currency),
    ...equals("card_scheme", cardScheme),
    ...equals("issuing_bank", issuingBank),
  ];
  return conditions.join(" ");
}

export type PaymentKinds = { currencies: string[]; cardSchemes: string[]; issuingBanks: string[] };

/** What the newest `read` payments of a period have, the most frequent first, and `most` of each at most. */
export async function findKinds(
  db: Db,
  merchantId: number,
  { from, until }: { from: Date; until: Date },
  { read, most }: { read: number; most: number },
): Promise<PaymentKinds> {
  const { rows } = await db.query<{
    currency: string | null;
    card_scheme: string | null;
    issuing_bank: string | null;
  }>(
    `select currency, card_scheme, issuing_bank from (
       select currency, card_scheme, issuing_bank from payments
       where merchant_id = $1 and created_at >= $2 and created_at < $3
       order by created_at desc, id desc limit $4) as newest
     group by grouping sets ((currency), (card_scheme), (issuing_bank))
     order by count(*) desc, 1, 2, 3`,
    [merchantId, from, until, read],
  );
  const of = (name: "currency" | "card_scheme" | "issuing_bank"): string[] =>
    rows.flatMap(({ [name]: value }) => value ?? []).slice(0, most);
  return { currencies: of("currency"), cardSchemes: of("card_scheme"), issuingBanks: of("issuing_bank") };
}
