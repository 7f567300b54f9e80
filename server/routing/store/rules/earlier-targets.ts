import type { Db } from "@/server/platform/pool";

/** Bounds what is read: of a version's rules, 64 KiB at most. */
const MOST_VERSIONS = 50;

/**
 * The target that each rule had before it decided these payments by success rates, as stored; null where none is among the
 * newest fifty versions. In the order asked: `since` is the day of UTC, as `2026-11-26`, of the first of the payments. They were
 * chosen by versions in force on that day or later, so that a target saved after the first of these comes too late: it
 * may have been chosen for how these payments ended. Where the newest fifty do not reach back to that day, nothing is known.
 */
export async function findEarlierTargets(
  db: Db,
  merchantId: number,
  asked: readonly { ruleId: string; since: string }[],
): Promise<unknown[]> {
  const { rows } = await db.query<{ target: unknown }>(
    `with newest as (
       select version, created_at, rules, lead(created_at) over (order by version) as replaced_at
       from (select version, created_at, rules from routing_rule_sets where merchant_id = $1
         order by version desc limit $4) v),
     targets as materialized (
       select version, replaced_at, rule ->> 'id' as rule_id, rule -> 'target' as target,
         rule -> 'target' ->> 'kind' = 'success_rate' as by_success_rate
       from newest cross join lateral jsonb_array_elements(rules) rule where rule ->> 'id' = any($2))
     select earlier.target
     from unnest($2::text[], $3::date[]) with ordinality as asked (rule_id, since, place)
       left join lateral (
         select target from targets t
         where (select count(*) < $4 or min(created_at) <= asked.since::timestamp at time zone 'UTC' from newest)
           and t.rule_id = asked.rule_id and not by_success_rate and version < (
           select min(version) from targets f
           where f.rule_id = asked.rule_id and f.by_success_rate
             and (f.replaced_at is null or f.replaced_at > asked.since::timestamp at time zone 'UTC'))
         order by version desc limit 1) earlier on true
     order by asked.place`,
    [merchantId, asked.map(({ ruleId }) => ruleId), asked.map(({ since }) => since), MOST_VERSIONS],
  );
  return rows.map(({ target }) => target);
}
