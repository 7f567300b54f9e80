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

const FIND_RULES_IN_FORCE = prepared(
  `select version, case when version = $2 then null else rules end as rules
  from routing_rule_sets where merchant_id = $1 order by version desc limit 1`,
);

/** The rules in force. When `known` is still the version in force, the rules are null. */
export async function findRulesInForce(
  db: Db,
  merchantId: number,
  known: number | null,
): Promise<{ version: number; rules: WireRule[] | null } | null> {
  const { rows } = await db.query<{ version: number; rules: unknown }>({
    ...FIND_RULES_IN_FORCE,
    values: [merchantId, known],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const { version } = row;
  return { version, rules: version === known ? null : readStored(merchantId, version, row.rules) };
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

export type NewRuleSet = {
  /** The version before this one; 0 for a merchant's first. */
  follows: number;
  rules: readonly WireRule[];
  author: string;
  note: string | null;
  restoredFrom: number | null;
  createdAt: Date;
};

/**
 * Adds the version after `follows`. False when `follows` is no longer in force: of two concurrent inserts after the
 * same version, the primary key allows one.
 */
export async function insertRuleSet(db: Db, merchantId: number, set: NewRuleSet): Promise<boolean> {
  const inserted = await db.query(
    `insert into routing_rule_sets (merchant_id, version, rules, author, note, restored_from, created_at)
     select $1, $2::integer + 1, $3::jsonb, $4, $5, $6::integer, $7
     where $2 = (select coalesce(max(version), 0) from routing_rule_sets where merchant_id = $1)
     on conflict do nothing`,
    [
      merchantId,
      set.follows,
      JSON.stringify(set.rules),
      set.author,
      set.note,
      set.restoredFrom,
      set.createdAt,
    ],
  );
  return inserted.rowCount === 1;
}
