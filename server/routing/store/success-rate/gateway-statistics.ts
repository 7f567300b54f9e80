import type { Db } from "@/server/platform/pool";
import type { Statistics } from "../../domain/success-rate/counted";

/** One counts at a time, in any process: its versions are then committed in their order. Held until the commit. */
const COUNTING_LOCK = 7_361_442;

/** False when another transaction is counting. */
export async function lockCounting(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ locked: boolean }>("select pg_try_advisory_xact_lock($1) as locked", [
    COUNTING_LOCK,
  ]);
  return rows[0]?.locked === true;
}

/** Waits until no other transaction is counting, and keeps others from it until the commit. */
export async function waitForCounting(db: Db): Promise<void> {
  await db.query("select pg_advisory_xact_lock($1)", [COUNTING_LOCK]);
}

/** What is known of a merchant's gateways in these segments. */
export async function findStatistics(
  db: Db,
  merchantId: number,
  segments: readonly string[],
): Promise<Statistics> {
  const { rows } = await db.query<{
    segment: string;
    gateway: string;
    successes: number;
    failures: number;
    expected: number;
    drop_sum: number;
    average_paise: bigint | null;
    failing_since: Date | null;
    at: Date;
  }>(
    `select segment, gateway, successes, failures, expected, drop_sum, average_paise, failing_since, at
     from gateway_statistics where merchant_id = $1 and segment = any($2)`,
    [merchantId, segments],
  );
  const statistics: Statistics = new Map();
  for (const row of rows) {
    const {
      segment,
      gateway,
      drop_sum: drop,
      average_paise: averagePaise,
      failing_since: failingSince,
    } = row;
    const { successes, failures, expected, at } = row;
    const gateways = statistics.get(segment) ?? new Map();
    statistics.set(
      segment,
      gateways.set(gateway, { successes, failures, expected, drop, averagePaise, failingSince, at }),
    );
  }
  return statistics;
}

export async function saveStatistics(db: Db, merchantId: number, statistics: Statistics): Promise<void> {
  const rows = [...statistics].flatMap(([segment, gateways]) =>
    [...gateways].map(([gateway, counted]) => ({ segment, gateway, ...counted })),
  );
  await db.query(
    `insert into gateway_statistics
       (merchant_id, segment, gateway, successes, failures, expected, drop_sum, average_paise, failing_since, at)
     select $1::integer, * from unnest($2::text[], $3::text[], $4::float8[], $5::float8[], $6::float8[], $7::float8[],
       $8::bigint[], $9::timestamptz[], $10::timestamptz[])
     on conflict (merchant_id, segment, gateway) do update set successes = excluded.successes,
       failures = excluded.failures, expected = excluded.expected, drop_sum = excluded.drop_sum, average_paise = excluded.average_paise,
       failing_since = excluded.failing_since, at = excluded.at`,
    [
      merchantId,
      rows.map(({ segment }) => segment),
      rows.map(({ gateway }) => gateway),
      rows.map(({ successes }) => successes),
      rows.map(({ failures }) => failures),
      rows.map(({ expected }) => expected),
      rows.map(({ drop }) => drop),
      rows.map(({ averagePaise }) => averagePaise),
      rows.map(({ failingSince }) => failingSince),
      rows.map(({ at }) => at),
    ],
  );
}

/** Deletes what no outcome has changed since that time, `limit` rows of each kind at most. True when more may be left. */
export async function deleteStatisticsBefore(db: Db, before: Date, limit: number): Promise<boolean> {
  let mayBeMore = false;
  for (const [table, key] of [
    ["gateway_statistics", "merchant_id, segment, gateway"],
    ["success_rate_shares", "merchant_id, rule_id, segment"],
  ]) {
    const { rowCount } = await db.query(
      `delete from ${table} where at < $1
         and (${key}) in (select ${key} from ${table} where at < $1 order by at limit $2)`,
      [before, limit],
    );
    if (rowCount === limit) mayBeMore = true;
  }
  return mayBeMore;
}
