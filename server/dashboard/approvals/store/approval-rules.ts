import { type Db, prepared } from "@/server/platform/pool";
import { type Role, roleId } from "@/lib/can";
import { APPROVAL_ROLES, type ApprovalRule } from "../domain/approval";

const COLUMNS = `role, currency, threshold_paise as "thresholdPaise", lifetime_minutes as "lifetimeMinutes"`;

/** Lists the rules with the names of composed roles. */
export async function listApprovalRules(db: Db): Promise<(ApprovalRule & { roleName: string | null })[]> {
  const { rows } = await db.query<ApprovalRule & { roleName: string | null }>(
    `select ${COLUMNS}, (select name from roles where roles.id::text = approval_rules.role) as "roleName"
     from approval_rules order by currency, role`,
  );
  return rows;
}

const LIST_OF_ROLES = prepared(`select ${COLUMNS} from approval_rules where role = any($1::text[])`);

/** Those that can apply to a role's refunds: its own, and for a composed role also those of the presets. */
export async function listApprovalRulesFor(db: Db, role: Role): Promise<ApprovalRule[]> {
  const roles = typeof role === "string" ? [role] : [roleId(role), ...APPROVAL_ROLES];
  const { rows } = await db.query<ApprovalRule>({ ...LIST_OF_ROLES, values: [roles] });
  return rows;
}

/** Deletes a role's approval rules when the role is deleted. */
export async function deleteApprovalRulesOf(db: Db, role: string): Promise<void> {
  await db.query("delete from approval_rules where role = $1", [role]);
}

const FIND_APPROVAL_RULE = prepared(
  `select ${COLUMNS} from approval_rules where role = $1 and currency = $2`,
);

export async function findApprovalRule(db: Db, role: string, currency: string): Promise<ApprovalRule | null> {
  const { rows } = await db.query<ApprovalRule>({ ...FIND_APPROVAL_RULE, values: [role, currency] });
  return rows[0] ?? null;
}

/** Locked while a rule is changed, so that each change's "before" is the result of the previous change. */
export async function lockApprovalRules(db: Db): Promise<void> {
  await db.query("lock table approval_rules in share row exclusive mode");
}

export async function putApprovalRule(
  db: Db,
  rule: ApprovalRule,
  change: { changedById: string; changedAt: Date },
): Promise<void> {
  await db.query(
    `insert into approval_rules (role, currency, threshold_paise, lifetime_minutes, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (role, currency) do update set threshold_paise = excluded.threshold_paise,
       lifetime_minutes = excluded.lifetime_minutes, changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [
      rule.role,
      rule.currency,
      rule.thresholdPaise,
      rule.lifetimeMinutes,
      change.changedById,
      change.changedAt,
    ],
  );
}

export async function deleteApprovalRule(db: Db, role: string, currency: string): Promise<void> {
  await db.query("delete from approval_rules where role = $1 and currency = $2", [role, currency]);
}
