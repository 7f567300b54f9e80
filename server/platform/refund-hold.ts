import { type Db, prepared } from "./pool";

/**
 * The restore of a backup writes it into each database (decision 0237). Until it is released, no refund is sent,
 * because the backup does not include refunds made after it. The row stays after the release, because refunds that were
 * pending in the backup are never sent again.
 */
export type RefundHold = { backupMadeAt: Date; restoredAt: Date; releasedAt: Date | null };

const FIND_REFUND_HOLD = prepared(
  `select backup_made_at as "backupMadeAt", restored_at as "restoredAt", released_at as "releasedAt" from refund_hold`,
);

/** Null when the database was never restored. */
export async function findRefundHold(db: Db): Promise<RefundHold | null> {
  const { rows } = await db.query<RefundHold>(FIND_REFUND_HOLD);
  return rows[0] ?? null;
}

export async function areRefundsHeld(db: Db): Promise<boolean> {
  return isHeld(await findRefundHold(db));
}

export function isHeld(hold: RefundHold | null): boolean {
  return hold !== null && hold.releasedAt === null;
}

/**
 * Whether something with this time is from the backup: what happened to it after the backup is not in this database.
 */
export function isFromBackup(hold: RefundHold | null, at: Date): boolean {
  return hold !== null && at <= hold.restoredAt;
}

/** A clock that is behind during the restore must not make what is in the backup look newer than the restore. */
export async function holdRefunds(db: Db, times: { backupMadeAt: Date; restoredAt: Date }): Promise<void> {
  await db.query(
    `insert into refund_hold (backup_made_at, restored_at) values ($1, greatest($1::timestamptz, $2::timestamptz))
     on conflict (only_row) do update
     set backup_made_at = excluded.backup_made_at, restored_at = excluded.restored_at, runs_paused_at = null, released_at = null,
       release_audited_at = null`,
    [times.backupMadeAt, times.restoredAt],
  );
}

/** The log at start and `/readyz` show this. */
export const REFUNDS_ARE_HELD =
  "refunds are held: this database was restored from a backup that does not include later refunds; see npm run refunds";

/** False when there was no hold. */
export async function releaseRefunds(db: Db, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(`update refund_hold set released_at = $1 where released_at is null`, [
    at,
  ]);
  return rowCount === 1;
}
