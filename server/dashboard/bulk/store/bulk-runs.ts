import type { BulkKind, BulkPauseCause, BulkRunState, BulkSource } from "@/lib/bulk";
import type { Role } from "@/lib/can";
import type { ServiceError } from "@/lib/service-error";
import { type Db, prepared } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import { dueRuns } from "../../jobs/due-tables";
import { roleOf } from "../../store/role-sql";

export type BulkRun = {
  id: string;
  kind: BulkKind;
  serviceAddress: string;
  source: BulkSource;
  fileName: string | null;
  contentHash: string;
  ignoredColumns: string[];
  rowCount: number;
  createdById: string;
  createdByName: string;
  createdAt: Date;
  state: BulkRunState;
  actingId: string | null;
  actingName: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  pauseCause: BulkPauseCause | null;
  waitsUntil: Date | null;
  serviceError: ServiceError["kind"] | null;
  serviceErrorCount: number;
  unknownStreak: number;
};

const COLUMNS = `
  b.id, b.kind, b.service_address as "serviceAddress", b.source, b.file_name as "fileName", b.content_hash as "contentHash",
  b.ignored_columns as "ignoredColumns", b.row_count as "rowCount", b.created_by as "createdById",
  c.name as "createdByName", b.created_at as "createdAt", b.state, b.acting_id as "actingId", a.name as "actingName",
  b.started_at as "startedAt", b.ended_at as "endedAt", b.pause_cause as "pauseCause",
  b.waits_until as "waitsUntil", b.service_error as "serviceError", b.service_error_count as "serviceErrorCount", b.unknown_streak as "unknownStreak"`;
const FROM = "from bulk_runs b join people c on c.id = b.created_by left join people a on a.id = b.acting_id";

const FIND_BULK_RUN = prepared(`select ${COLUMNS} ${FROM} where b.id = $1`);

export async function findBulkRun(db: Db, runId: string): Promise<BulkRun | null> {
  const { rows } = await db.query<BulkRun>({ ...FIND_BULK_RUN, values: [runId] });
  return rows[0] ?? null;
}

const LOCK_BULK_RUN = prepared(`select ${COLUMNS} ${FROM} where b.id = $1 for update of b`);

/** Locks the run (`for update`): starting, steering and sending it happen one after the other. */
export async function lockBulkRun(db: Db, runId: string): Promise<BulkRun | null> {
  const { rows } = await db.query<BulkRun>({ ...LOCK_BULK_RUN, values: [runId] });
  return rows[0] ?? null;
}

/** Serializes all starts in all processes until the transaction ends: each sees what the one before started. */
export async function lockBulkStarts(db: Db): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtextextended('start-bulk-run', 0))");
}

export type BulkRunPosition = { createdAt: Date; id: string };

/** Newest first; `before` is the last run of the page before. */
export async function listBulkRuns(
  db: Db,
  options: { before: BulkRunPosition | null; limit: number },
): Promise<BulkRun[]> {
  const { rows } = await db.query<BulkRun>(
    `select ${COLUMNS} ${FROM}
     where $1::timestamptz is null or (b.created_at, b.id) < ($1, $2::uuid)
     order by b.created_at desc, b.id desc limit $3`,
    [options.before?.createdAt ?? null, options.before?.id ?? null, options.limit],
  );
  return rows;
}

/** The newest run of cancels from the list of stuck payments that has not ended. */
export async function findLiveStuckRun(db: Db): Promise<BulkRun | null> {
  const { rows } = await db.query<BulkRun>(
    `select ${COLUMNS} ${FROM} where b.source = 'stuck_queue' and b.state in ('running', 'paused')
     order by b.created_at desc limit 1`,
  );
  return rows[0] ?? null;
}

export async function insertBulkRun(
  db: Db,
  run: Pick<
    BulkRun,
    | "id"
    | "kind"
    | "serviceAddress"
    | "fileName"
    | "contentHash"
    | "ignoredColumns"
    | "rowCount"
    | "createdById"
    | "createdAt"
    | "state"
  > &
    Partial<Pick<BulkRun, "source">>,
): Promise<void> {
  await db.query(
    `insert into bulk_runs (id, kind, service_address, file_name, content_hash, ignored_columns, row_count, created_by,
       created_at, state, source, due_at, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, case when $10 = 'checking' then now() end, $12)`,
    [
      run.id,
      run.kind,
      run.serviceAddress,
      run.fileName,
      run.contentHash,
      run.ignoredColumns,
      run.rowCount,
      run.createdById,
      run.createdAt,
      run.state,
      run.source ?? "upload",
      jobOrigin(),
    ],
  );
  dueRuns.areDue(db);
}

/** Lets every run go on now that has something to do: what stood in the way may be gone. */
export async function askForRuns(db: Db): Promise<void> {
  await db.query("update bulk_runs set due_at = now() where due_at is not null");
  dueRuns.areDue(db);
}

/** The moves below require that the caller holds the run's lock and has checked its state. */

export async function markBulkChecked(db: Db, runId: string): Promise<void> {
  await db.query(
    `update bulk_runs set state = 'checked', acting_id = null, started_at = null, waits_until = null, service_error = null,
       service_error_count = 0
     where id = $1`,
    [runId],
  );
}

export async function markBulkRunning(db: Db, runId: string, actingId: string, at: Date): Promise<void> {
  await db.query(
    `update bulk_runs set state = 'running', acting_id = $2, started_at = coalesce(started_at, $3), pause_cause = null,
       due_at = now(), origin = $4,
       waits_until = null, service_error = null, service_error_count = 0, unknown_streak = 0
     where id = $1`,
    [runId, actingId, at, jobOrigin()],
  );
  dueRuns.areDue(db);
}

/** Confirmed by a person, and awaiting a second one. It counts as started, so that no other run repeats it. */
export async function markBulkAwaiting(db: Db, runId: string, actingId: string, at: Date): Promise<void> {
  await db.query(
    `update bulk_runs set state = 'awaiting_approval', acting_id = $2, started_at = coalesce(started_at, $3),
       pause_cause = null
     where id = $1`,
    [runId, actingId, at],
  );
}

export async function markBulkPaused(db: Db, runId: string, cause: BulkPauseCause): Promise<void> {
  await db.query(
    `update bulk_runs set state = 'paused', pause_cause = $2, waits_until = null, service_error = null, service_error_count = 0
     where id = $1`,
    [runId, cause],
  );
}

export async function markBulkOver(
  db: Db,
  runId: string,
  state: "stopped" | "ended" | "discarded",
  at: Date,
): Promise<void> {
  await db.query(
    `update bulk_runs set state = $2, ended_at = $3, pause_cause = null, waits_until = null, service_error = null,
       service_error_count = 0
     where id = $1`,
    [runId, state, at],
  );
}

/** The whole run makes no call until then. */
export async function recordBulkServiceError(
  db: Db,
  runId: string,
  serviceError: ServiceError["kind"],
  waitsUntil: Date,
): Promise<void> {
  await db.query(
    `update bulk_runs set service_error = $2, waits_until = greatest(coalesce(waits_until, $3), $3),
       service_error_count = service_error_count + 1
     where id = $1`,
    [runId, serviceError, waitsUntil],
  );
}

const CLEAR_BULK_SERVICE_ERROR =
  prepared(`update bulk_runs set service_error = null, waits_until = null, service_error_count = 0, unknown_streak = 0
     where id = $1 and (service_error is not null or service_error_count > 0 or unknown_streak > 0)
       and (waits_until is null or waits_until <= $2)`);

/** The service responds again; a pause that it requested is kept until it ends. */
export async function clearBulkServiceError(db: Db, runId: string, at: Date): Promise<void> {
  await db.query({ ...CLEAR_BULK_SERVICE_ERROR, values: [runId, at] });
}

/** Counts another unknown outcome in a row and returns the new count. */
export async function countBulkUnknown(db: Db, runId: string): Promise<number> {
  const { rows } = await db.query<{ streak: number }>(
    `update bulk_runs set unknown_streak = unknown_streak + 1 where id = $1 returning unknown_streak as streak`,
    [runId],
  );
  return rows[0]?.streak ?? 0;
}

export type EarlierRun = { runId: string; startedAt: Date; by: string };

/** The latest started run with exactly the same rows. */
export async function findStartedWithContent(
  db: Db,
  run: Pick<BulkRun, "id" | "contentHash">,
): Promise<EarlierRun | null> {
  const { rows } = await db.query<EarlierRun>(
    `select b.id as "runId", b.started_at as "startedAt", a.name as "by"
     from bulk_runs b join people a on a.id = b.acting_id
     where b.content_hash = $1 and b.id <> $2 and b.started_at is not null
     order by b.started_at desc limit 1`,
    [run.contentHash, run.id],
  );
  return rows[0] ?? null;
}

export type ActingPerson = { userId: string; name: string; email: string; role: Role };

const FIND_ACTING_PERSON = prepared(
  `select p.id as "userId", p.name, p.email, ${roleOf("p")} as role from people p
   where p.id = $1 and p.deactivated_at is null`,
);

/** The person as stored now; null when deactivated. */
export async function findActingPerson(db: Db, personId: string): Promise<ActingPerson | null> {
  const { rows } = await db.query<ActingPerson>({ ...FIND_ACTING_PERSON, values: [personId] });
  return rows[0] ?? null;
}

const COUNT_UNFINISHED = prepared(
  `select state, count(*)::int as count from bulk_runs
   where state in ('checking', 'checked', 'awaiting_approval', 'running', 'paused') group by state`,
);

/** The runs that have not ended, by state; states without a run have no row. */
export async function countUnfinishedRuns(db: Db): Promise<{ state: BulkRunState; count: number }[]> {
  const { rows } = await db.query<{ state: BulkRunState; count: number }>(COUNT_UNFINISHED);
  return rows;
}
