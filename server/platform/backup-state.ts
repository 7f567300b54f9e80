import { type Db, prepared } from "./pool";

/** What the routing service's database records about backups (decision 0271). */
export type BackupState = {
  /** When the last run ended, and why it failed; null after a success. */
  endedAt: Date;
  failure: string | null;
  /** The newest good backup: when its copy was begun, and its size in the store. */
  madeAt: Date | null;
  bytes: number | null;
  /** When a backup was last restored on trial with the right contents. */
  verifiedAt: Date | null;
};

type GoodBackup = { name: string; madeAt: Date; bytes: number; verifiedAt: Date | null };

const READ = prepared(
  `select ended_at as "endedAt", failure, backup_made_at as "madeAt", backup_bytes::float8 as bytes, verified_at as "verifiedAt"
   from backup_state`,
);

/** Null before the first run. */
export async function readBackupState(db: Db): Promise<BackupState | null> {
  const { rows } = await db.query<BackupState>(READ);
  return rows[0] ?? null;
}

export async function recordGoodBackup(db: Db, backup: GoodBackup, endedAt: Date): Promise<void> {
  await db.query(
    `insert into backup_state (ended_at, backup_name, backup_made_at, backup_bytes, verified_at) values ($1, $2, $3, $4, $5)
       on conflict (only_row) do update
       set ended_at = excluded.ended_at, failure = null, backup_name = excluded.backup_name, backup_made_at = excluded.backup_made_at,
         backup_bytes = excluded.backup_bytes, verified_at = coalesce(excluded.verified_at, backup_state.verified_at)`,
    [endedAt, backup.name, backup.madeAt, backup.bytes, backup.verifiedAt],
  );
}

/** The newest good backup stays as it is. */
export async function recordFailedBackup(db: Db, failure: string, endedAt: Date): Promise<void> {
  await db.query(
    `insert into backup_state (ended_at, failure) values ($1, $2)
       on conflict (only_row) do update set ended_at = excluded.ended_at, failure = excluded.failure`,
    [endedAt, failure],
  );
}
