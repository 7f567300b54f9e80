import type { Db } from "@/server/platform/pool";

/** Bounds what is read: of a version's rules, 64 KiB at most. */
const MOST_VERSIONS = 50;

/** The last target of each rule that followed no success rates, as stored, among the newest fifty versions; by rule. */
export async function findEarlierTargets(
  db: Db,
  merchantId: number,
  ruleIds: readonly string[],
): Promise<Map<string, unknown>> {
  const { rows } = await db.query<{ rule_id: string; target: unknown }>(
    `select distinct on (rule ->> 'id') rule ->> 'id' as rule_id, rule -> 'target' as target
     from (select version, rules from routing_rule_sets where merchant_id = $1 order by version desc limit $3) s
       cross join lateral jsonb_array_elements(s.rules) rule
     where rule ->> 'id' = any($2) and rule -> 'target' ->> 'kind' <> 'success_rate'
     order by rule ->> 'id', s.version desc`,
    [merchantId, ruleIds, MOST_VERSIONS],
  );
  return new Map(rows.map(({ rule_id: ruleId, target }) => [ruleId, target]));
}
