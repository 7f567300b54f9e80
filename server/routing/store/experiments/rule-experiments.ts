import { storedRulesSchema, type WireRule } from "@/lib/contract/rules/rule";
import type { Db } from "@/server/platform/pool";

export type EndReason = "stopped" | "promoted" | "guardrail" | "rules_changed";

/** An experiment. Shares are fractions of the payments, `guardrail` is a fraction of one. */
export type RuleExperiment = {
  id: number;
  baseVersion: number;
  /** Null for rules that cannot be read any more. */
  rules: WireRule[] | null;
  author: string;
  note: string | null;
  startedAt: Date;
  /** Null for an experiment that is in shadow, or ended there. */
  trial: { share: number; guardrail: number; startedAt: Date; startedBy: string } | null;
  /** `by`: null where the guardrail ended it. */
  ended: { at: Date; by: string | null; reason: EndReason } | null;
};

type Row = {
  id: number;
  base_version: number;
  rules: unknown;
  author: string;
  note: string | null;
  started_at: Date;
  trial_share: number | null;
  guardrail: number | null;
  trial_started_at: Date | null;
  trial_started_by: string | null;
  ended_at: Date | null;
  ended_by: string | null;
  end_reason: EndReason | null;
};

const COLUMNS = `id, base_version, rules, author, note, started_at, trial_share, guardrail, trial_started_at,
  trial_started_by, ended_at, ended_by, end_reason`;

function fromRow(row: Row): RuleExperiment {
  const {
    trial_share: share,
    guardrail,
    trial_started_at: trialAt,
    trial_started_by: trialBy,
    ended_at: at,
    end_reason: reason,
  } = row;
  return {
    id: row.id,
    baseVersion: row.base_version,
    rules: storedRulesSchema.safeParse(row.rules).data ?? null,
    author: row.author,
    note: row.note,
    startedAt: row.started_at,
    trial:
      share === null || guardrail === null || trialAt === null || trialBy === null
        ? null
        : { share, guardrail, startedAt: trialAt, startedBy: trialBy },
    ended: at === null || reason === null ? null : { at, by: row.ended_by, reason },
  };
}

export async function findExperiment(db: Db, merchantId: number, id: number): Promise<RuleExperiment | null> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from rule_experiments where merchant_id = $1 and id = $2`,
    [merchantId, id],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Newest first, below `before` if given. */
export async function listExperiments(
  db: Db,
  merchantId: number,
  { before, limit }: { before: number | null; limit: number },
): Promise<RuleExperiment[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from rule_experiments
     where merchant_id = $1 and ($2::integer is null or id < $2) order by id desc limit $3`,
    [merchantId, before, limit],
  );
  return rows.map(fromRow);
}

type NewExperiment = {
  baseVersion: number;
  rules: readonly WireRule[];
  author: string;
  note: string | null;
  startedAt: Date;
};

/**
 * Opens an experiment in shadow; null while another one is open, or when `baseVersion` is not in force. One that is open
 * and was made against another version is ended first: rules were saved at the moment when it began.
 */
export async function insertExperiment(
  db: Db,
  merchantId: number,
  { baseVersion, rules, author, note, startedAt }: NewExperiment,
): Promise<number | null> {
  await db.query(
    `update rule_experiments set ended_at = $2, end_reason = 'rules_changed'
     where merchant_id = $1 and ended_at is null
       and base_version <> (select max(version) from routing_rule_sets where merchant_id = $1)`,
    [merchantId, startedAt],
  );
  const inserted = await db.query<{ id: number }>(
    `insert into rule_experiments (merchant_id, id, phase, base_version, rules, author, note, started_at)
     select $1::integer, (select coalesce(max(id), 0) + 1 from rule_experiments where merchant_id = $1), 'shadow', $2::integer,
       $3::jsonb, $4::text, $5::text, $6::timestamptz
     where $2 = (select max(version) from routing_rule_sets where merchant_id = $1)
     on conflict do nothing returning id`,
    [merchantId, baseVersion, JSON.stringify(rules), author, note, startedAt],
  );
  return inserted.rows[0]?.id ?? null;
}

/**
 * Moves an experiment from shadow to a trial. False when it is not in shadow, or other rules are in force than at its
 * start.
 */
export async function startTrialOf(
  db: Db,
  merchantId: number,
  id: number,
  trial: { share: number; guardrail: number; startedAt: Date; startedBy: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update rule_experiments set phase = 'trial', trial_share = $3, guardrail = $4, trial_started_at = $5,
       trial_started_by = $6
     where merchant_id = $1 and id = $2 and phase = 'shadow' and ended_at is null
       and base_version = (select max(version) from routing_rule_sets where merchant_id = $1)`,
    [merchantId, id, trial.share, trial.guardrail, trial.startedAt, trial.startedBy],
  );
  return rowCount === 1;
}

/** False when it has ended already. */
export async function endExperiment(
  db: Db,
  merchantId: number,
  id: number,
  { at, by, reason }: { at: Date; by: string | null; reason: "stopped" | "guardrail" },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update rule_experiments set ended_at = $3, ended_by = $4, end_reason = $5
     where merchant_id = $1 and id = $2 and ended_at is null`,
    [merchantId, id, at, by, reason],
  );
  return rowCount === 1;
}
