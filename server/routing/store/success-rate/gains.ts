import type { Db } from "@/server/platform/pool";
import type { ArmSums } from "../../domain/success-rate/gain";

/** Payments of a rule with these gateways that were sent to one of them. `day`: of UTC, as `2026-11-26`. */
export type GainChange = ArmSums & { day: string; ruleId: string; gateways: readonly string[] };

/** Adds to the sums. The changes name each row once. */
export async function addGains(db: Db, merchantId: number, changes: readonly GainChange[]): Promise<void> {
  if (changes.length === 0) return;
  await db.query(
    `insert into success_rate_gains as g (merchant_id, day, rule_id, gateways, gateway, payments, successes, weights,
       weighted_successes, squares)
     select $1::integer, day, rule_id, array(select jsonb_array_elements_text(gateways)), gateway, payments, successes, weights,
       weighted_successes, squares
     from unnest($2::date[], $3::text[], $4::jsonb[], $5::text[], $6::bigint[], $7::bigint[], $8::float8[], $9::float8[],
       $10::float8[]) as t (day, rule_id, gateways, gateway, payments, successes, weights, weighted_successes, squares)
     on conflict (merchant_id, day, rule_id, gateways, gateway) do update set
       payments = g.payments + excluded.payments, successes = g.successes + excluded.successes,
       weights = g.weights + excluded.weights, weighted_successes = g.weighted_successes + excluded.weighted_successes,
       squares = g.squares + excluded.squares`,
    [
      merchantId,
      changes.map(({ day }) => day),
      changes.map(({ ruleId }) => ruleId),
      changes.map(({ gateways }) => JSON.stringify(gateways)),
      changes.map(({ gateway }) => gateway),
      changes.map(({ payments }) => payments),
      changes.map(({ successes }) => successes),
      changes.map(({ weights }) => weights),
      changes.map(({ weightedSuccesses }) => weightedSuccesses),
      changes.map(({ squares }) => squares),
    ],
  );
}

/** `since`: the first day with such a payment. */
export type FoundGains = { ruleId: string; gateways: readonly string[]; since: string; arms: ArmSums[] };

/** The sums of payments created on these days of UTC, `before` exclusive, by rule and its gateways. */
export async function findGains(
  db: Db,
  merchantId: number,
  { from, before }: { from: string; before: string },
): Promise<FoundGains[]> {
  const { rows } = await db.query<{
    rule_id: string;
    gateways: string[];
    gateway: string;
    since: string;
    payments: number;
    successes: number;
    weights: number;
    weighted_successes: number;
    squares: number;
  }>(
    `select rule_id, gateways, gateway, min(day)::text as since, sum(payments)::float8 as payments, sum(successes)::float8 as successes,
       sum(weights) as weights, sum(weighted_successes) as weighted_successes, sum(squares) as squares
     from success_rate_gains where merchant_id = $1 and day >= $2::date and day < $3::date
     group by rule_id, gateways, gateway`,
    [merchantId, from, before],
  );
  const found = new Map<string, FoundGains>();
  for (const row of rows) {
    const key = JSON.stringify([row.rule_id, row.gateways]);
    const stratum = found.get(key) ?? {
      ruleId: row.rule_id,
      gateways: row.gateways,
      since: row.since,
      arms: [],
    };
    found.set(key, stratum);
    if (row.since < stratum.since) stratum.since = row.since;
    const { gateway, payments, successes, weights, squares } = row;
    stratum.arms.push({
      gateway,
      payments,
      successes,
      weights,
      weightedSuccesses: row.weighted_successes,
      squares,
    });
  }
  return [...found.values()];
}

/** Deletes the sums of days before that one. */
export async function deleteGainsBefore(db: Db, day: string): Promise<void> {
  await db.query("delete from success_rate_gains where day < $1::date", [day]);
}
