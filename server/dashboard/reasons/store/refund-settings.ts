import { type Db, prepared } from "@/server/platform/pool";

/** What an admin has set for refunds. */
export type RefundSettings = { isReasonRequired: boolean };

const DEFAULTS: RefundSettings = { isReasonRequired: false };

const READ = prepared(`select is_reason_required as "isReasonRequired" from refund_settings`);

export async function readRefundSettings(db: Db): Promise<RefundSettings> {
  const { rows } = await db.query<RefundSettings>({ ...READ });
  return rows[0] ?? DEFAULTS;
}

/** Locked while a setting is changed, so that each change's "before" is the result of the previous change. */
export async function lockRefundSettings(db: Db): Promise<RefundSettings> {
  await db.query("lock table refund_settings in share row exclusive mode");
  return readRefundSettings(db);
}

/** The caller holds {@link lockRefundSettings}. */
export async function putReasonRequired(
  db: Db,
  isReasonRequired: boolean,
  change: { changedById: string; changedAt: Date },
): Promise<void> {
  await db.query(
    `insert into refund_settings (is_reason_required, changed_by, changed_at) values ($1, $2, $3)
     on conflict (id) do update set is_reason_required = excluded.is_reason_required,
       changed_by = excluded.changed_by, changed_at = excluded.changed_at`,
    [isReasonRequired, change.changedById, change.changedAt],
  );
}
