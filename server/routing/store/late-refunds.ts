import type { Db } from "@/server/platform/pool";

/** What is usual is read from so many of a merchant's newest refunds that succeeded, as the dashboard does (decision 0282). */
const SAMPLE = 500;
const FEWEST = 20;
const TIMES_USUAL = 3;
const SHORTEST_LATE = "1 hour";
/** For a gateway of which too few refunds are known. */
const ASSUMED_LATE = "24 hours";
/** More pairs of a merchant and a gateway are not read. */
const MOST_PAIRS = 50;

/**
 * How many refunds their gateways have had for longer than is usual there: three times as long as 95 of 100 of the merchant's
 * newest, and at least an hour; a day where fewer than twenty are known.
 */
export async function countLateRefunds(db: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const { rows: pairs } = await db.query<{ merchantId: number; gateway: string }>(
    `select distinct merchant_id as "merchantId", gateway from refunds
     where ${IS_AT_GATEWAY} and requested_at < $1::timestamptz - interval '${SHORTEST_LATE}' limit ${MOST_PAIRS}`,
    [now],
  );
  const counts = new Map<string, number>();
  for (const { merchantId, gateway } of pairs) {
    const { rows } = await db.query<{ count: number }>(LATE, [merchantId, gateway, now]);
    counts.set(gateway, (counts.get(gateway) ?? 0) + (rows[0]?.count ?? 0));
  }
  return counts;
}

const IS_AT_GATEWAY = "completed_at is null and kind = 'refund' and status = 'PROCESSING'";

const LATE = `select count(*)::int as count from refunds
  where merchant_id = $1 and gateway = $2 and ${IS_AT_GATEWAY} and requested_at < $3::timestamptz - (
    select case when count(*) < ${FEWEST} then interval '${ASSUMED_LATE}' else greatest(interval '${SHORTEST_LATE}',
        ${TIMES_USUAL} * percentile_cont(0.95) within group (order by completed_at - requested_at)) end
    from (select completed_at, requested_at from refunds
      where merchant_id = $1 and status = 'SUCCESS' and kind = 'refund' and gateway = $2 order by id desc limit ${SAMPLE}) recent)`;
