import { z } from "zod";
import { storedRulesSchema, type WireRule } from "@/lib/contract/rules/rule";
import { type Db, prepared } from "@/server/platform/pool";

/** A version of a merchant's rules without the rules themselves. */
export type RuleVersion = {
  version: number;
  author: string;
  note: string | null;
  restoredFrom: number | null;
  createdAt: Date;
  ruleCount: number;
};
export type StoredRuleSet = RuleVersion & { rules: WireRule[] };

type VersionRow = {
  version: number;
  author: string;
  note: string | null;
  restored_from: number | null;
  created_at: Date;
  rule_count: number;
};
const COLUMNS = `version, author, note, restored_from, created_at, jsonb_array_length(rules) as rule_count`;

function fromRow(row: VersionRow): RuleVersion {
  return {
    version: row.version,
    author: row.author,
    note: row.note,
    restoredFrom: row.restored_from,
    createdAt: row.created_at,
    ruleCount: row.rule_count,
  };
}

/** Throws on rules that cannot be parsed: no payment may be routed past a broken rule. */
function readStored(merchantId: number, version: number, rules: unknown): WireRule[] {
  const parsed = storedRulesSchema.safeParse(rules);
  if (parsed.success) return parsed.data;
  const faults = z.prettifyError(parsed.error);
  throw new Error(`version ${version} of merchant ${merchantId}'s routing rules cannot be read: ${faults}`);
}

/** An experiment with other base rules than those in force no longer applies. */
const FIND_RULES_IN_FORCE = prepared(
  `select s.version, case when s.version = $2 then null else s.rules end as rules, e.id as experiment_id, e.trial_share,
    case when e.id = $3 then null else e.rules end as experiment_rules
  from (select version, rules from routing_rule_sets where merchant_id = $1 order by version desc limit 1) s
  left join rule_experiments e on e.merchant_id = $1 and e.ended_at is null and e.base_version = s.version`,
);

/** What this process knows already: the version in force and the open experiment. */
type KnownRules = { version: number; experimentId: number | null };

/** `rules`: null for those of the known experiment, undefined for ones that cannot be read. */
export type FoundExperiment = { id: number; share: number | null; rules: WireRule[] | null | undefined };

/** The rules in force with the open experiment. When `known` is still the version in force, the rules are null. */
export async function findRulesInForce(
  db: Db,
  merchantId: number,
  known: KnownRules | null,
): Promise<{ version: number; rules: WireRule[] | null; experiment: FoundExperiment | null } | null> {
  const { rows } = await db.query<{
    version: number;
    rules: unknown;
    experiment_id: number | null;
    trial_share: number | null;
    experiment_rules: unknown;
  }>({ ...FIND_RULES_IN_FORCE, values: [merchantId, known?.version ?? null, known?.experimentId ?? null] });
  const row = rows[0];
  if (row === undefined) return null;
  const { version, experiment_id: experimentId, trial_share: share } = row;
  const experimentRules =
    experimentId === known?.experimentId ? null : storedRulesSchema.safeParse(row.experiment_rules).data;
  return {
    version,
    rules: version === known?.version ? null : readStored(merchantId, version, row.rules),
    experiment: experimentId === null ? null : { id: experimentId, share, rules: experimentRules },
  };
}

/** One version with its rules; `version` null for the one in force. */
export async function findRuleSet(
  db: Db,
  merchantId: number,
  version: number | null,
): Promise<StoredRuleSet | null> {
  const { rows } = await db.query<VersionRow & { rules: unknown }>(
    `select ${COLUMNS}, rules from routing_rule_sets
     where merchant_id = $1 and ($2::integer is null or version = $2) order by version desc limit 1`,
    [merchantId, version],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : { ...fromRow(row), rules: readStored(merchantId, row.version, row.rules) };
}

/** Versions, newest first, below `before` if given. */
export async function listRuleVersions(
  db: Db,
  merchantId: number,
  page: { before: number | null; limit: number },
): Promise<RuleVersion[]> {
  const { rows } = await db.query<VersionRow>(
    `select ${COLUMNS} from routing_rule_sets
     where merchant_id = $1 and ($2::integer is null or version < $2) order by version desc limit $3`,
    [merchantId, page.before, page.limit],
  );
  return rows.map(fromRow);
}

type NewRuleSet = {
  /** The version before this one; 0 for a merchant's first. */
  follows: number;
  rules: readonly WireRule[];
  author: string;
  note: string | null;
  restoredFrom: number | null;
  createdAt: Date;
  /** The open experiment whose rules these are, if they are one's. */
  promotes?: number;
};

/**
 * Adds the version after `follows`, and ends the open experiment: its payments were compared with the rules before.
 * False when `follows` is no longer in force, or the experiment to promote is not open: of two concurrent inserts after
 * the same version, the primary key allows one.
 */
export async function insertRuleSet(db: Db, merchantId: number, set: NewRuleSet): Promise<boolean> {
  const inserted = await db.query(
    `with open as (select id from rule_experiments where merchant_id = $1 and ended_at is null for update),
     inserted as (
       insert into routing_rule_sets (merchant_id, version, rules, author, note, restored_from, created_at)
       select $1::integer, $2::integer + 1, $3::jsonb, $4::text, $5::text, $6::integer, $7::timestamptz
       where $2 = (select coalesce(max(version), 0) from routing_rule_sets where merchant_id = $1)
         and ($8::integer is null or $8 in (select id from open))
       on conflict do nothing returning version),
     ended as (
       update rule_experiments e set ended_at = $7, ended_by = $4,
         end_reason = case when e.id = $8 then 'promoted' else 'rules_changed' end
       from open, inserted where e.merchant_id = $1 and e.id = open.id)
     select version from inserted`,
    [
      merchantId,
      set.follows,
      JSON.stringify(set.rules),
      set.author,
      set.note,
      set.restoredFrom,
      set.createdAt,
      set.promotes ?? null,
    ],
  );
  return inserted.rowCount === 1;
}
