import type { Db } from "@/server/platform/pool";

/**
 * Claims the right to pause what was in progress in a backup that was just restored; null when that is done. Every open
 * refund is from the backup at this moment: the restore's clock may lag, so its time is moved after all of them.
 */
export async function takeRestore(
  db: Db,
  at: Date,
): Promise<{ backupMadeAt: Date; restoredAt: Date } | null> {
  const { rows } = await db.query<{ backupMadeAt: Date; restoredAt: Date }>(
    `update refund_hold set runs_paused_at = $1, restored_at = greatest(restored_at,
       (select max(greatest(requested_at, sent_at)) from refund_intents where state in ('RECORDED', 'SENDING', 'UNKNOWN')))
     where runs_paused_at is null
     returning backup_made_at as "backupMadeAt", restored_at as "restoredAt"`,
    [at],
  );
  return rows[0] ?? null;
}

/** Claims the right to record in the audit log that refunds were released; null when there is nothing to record. */
export async function takeRelease(db: Db, at: Date): Promise<{ releasedAt: Date } | null> {
  const { rows } = await db.query<{ releasedAt: Date }>(
    `update refund_hold set release_audited_at = $1 where released_at is not null and release_audited_at is null
     returning released_at as "releasedAt"`,
    [at],
  );
  return rows[0] ?? null;
}

/**
 * Pauses the runs of refunds that had begun in the backup, including those that a person had paused: they may have been
 * resumed after the backup. Returns their ids.
 */
export async function pauseRunsFromBackup(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update bulk_runs b set state = 'paused', pause_cause = 'restored', waits_until = null, service_error = null, service_error_count = 0
     where b.kind = 'refund' and (b.state in ('running', 'paused') or (b.state = 'awaiting_approval'
       and exists (select from approval_requests a where a.run_id = b.id and a.state = 'APPROVED')))
     returning b.id`,
  );
  return rows.map(({ id }) => id);
}
