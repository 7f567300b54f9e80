import type { RefundReason } from "@/lib/reasons/reason";
import type { ReasonRow } from "@/lib/reasons/reason-views";
import { type Db, prepared } from "@/server/platform/pool";

const COLUMNS = `r.code, r.name, r.name_hi as "nameHi", r.needs_text as "needsText", r.is_active as "isActive"`;

const LIST = prepared(`select ${COLUMNS} from refund_reasons r order by r.position, r.code`);

/** All reasons, in the order of the lists. */
export async function listReasons(db: Db): Promise<RefundReason[]> {
  const { rows } = await db.query<RefundReason>({ ...LIST });
  return rows;
}

/** The tables that refer to a reason. The database's references name the same. */
const USERS = [
  "refund_intents",
  "approval_requests",
  "bulk_rows",
  "refund_requests",
  "manual_refunds",
] as const;
const IS_IN_USE = `(${USERS.map((table) => `exists (select from ${table} u where u.reason_code = r.code)`).join(" or ")})`;

export async function listReasonRows(db: Db): Promise<ReasonRow[]> {
  const { rows } = await db.query<ReasonRow>(
    `select ${COLUMNS}, ${IS_IN_USE} as "isInUse" from refund_reasons r order by r.position, r.code`,
  );
  return rows;
}

const FIND = prepared(`select ${COLUMNS} from refund_reasons r where r.code = $1`);

export async function findReason(db: Db, code: string): Promise<RefundReason | null> {
  const { rows } = await db.query<RefundReason>({ ...FIND, values: [code] });
  return rows[0] ?? null;
}

/** Locked while the list is changed, so that each change's "before" is the result of the previous change. */
export async function lockReasons(db: Db): Promise<void> {
  await db.query("lock table refund_reasons in share row exclusive mode");
}

type Change = { changedById: string; changedAt: Date };

/** A new one comes last. The caller holds {@link lockReasons}. */
export async function putReason(db: Db, reason: RefundReason, change: Change): Promise<void> {
  await db.query(
    `insert into refund_reasons (code, name, name_hi, needs_text, is_active, position, changed_by, changed_at)
     values ($1, $2, $3, $4, $5, (select coalesce(max(position), 0) + 1 from refund_reasons), $6, $7)
     on conflict (code) do update set name = excluded.name, name_hi = excluded.name_hi,
       needs_text = excluded.needs_text, is_active = excluded.is_active,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [
      reason.code,
      reason.name,
      reason.nameHi,
      reason.needsText,
      reason.isActive,
      change.changedById,
      change.changedAt,
    ],
  );
}

/** Numbers all reasons anew in this order. The caller holds {@link lockReasons} and names each exactly once. */
export async function orderReasons(db: Db, codes: readonly string[]): Promise<void> {
  await db.query(
    `update refund_reasons r set position = o.position
     from unnest($1::text[]) with ordinality as o (code, position) where r.code = o.code`,
    [codes],
  );
}

/** Deletes a reason that nothing refers to; false, and nothing deleted, when it is in use. The caller holds the lock. */
export async function deleteReason(db: Db, code: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from refund_reasons r where r.code = $1 and not ${IS_IN_USE}`, [
    code,
  ]);
  return rowCount === 1;
}
