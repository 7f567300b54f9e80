import type { ExportFailure } from "@/lib/exports/scheduled-export-views";
import type { ScheduledList } from "@/lib/exports/scheduled-lists";
import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import { dueExportRuns } from "../../jobs/due-tables";

export type ExportRun = {
  id: string;
  scheduleId: string;
  slot: Date | null;
  requestedAt: Date;
  state: "waiting" | "running" | "done" | "failed";
  rows: number | null;
  bytes: bigint | null;
  why: ExportFailure | null;
  expiresAt: Date | null;
};

const COLUMNS = `r.id, r.schedule_id as "scheduleId", r.slot, r.requested_at as "requestedAt", r.state,
  r.row_count as rows, r.byte_count as bytes, r.why, r.expires_at as "expiresAt"`;

/** False when the slot has a run already. */
export async function insertRun(
  db: Db,
  run: { id: string; scheduleId: string; slot: Date | null; at: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into export_runs (id, schedule_id, slot, requested_at, state, origin) values ($1, $2, $3, $4, 'waiting', $5)
     on conflict do nothing`,
    [run.id, run.scheduleId, run.slot, run.at, jobOrigin()],
  );
  dueExportRuns.areDue(db);
  return rowCount === 1;
}

/** Begins the next attempt of a run that has not ended; null for any other. An earlier attempt can end it no more. */
export async function beginAttempt(
  db: Db,
  runId: string,
): Promise<{ scheduleId: string; attempt: number; at: Date } | null> {
  const { rows } = await db.query<{ scheduleId: string; attempt: number; at: Date }>(
    `update export_runs set state = 'running', attempt = attempt + 1
     where id = $1 and state in ('waiting', 'running') returning schedule_id as "scheduleId", attempt,
       coalesce(slot, requested_at) as at`,
    [runId],
  );
  const [begun] = rows;
  if (begun === undefined) return null;
  await db.query("delete from export_chunks where run_id = $1", [runId]);
  return begun;
}

export type Attempt = { runId: string; attempt: number };

/** False when another attempt has begun, or the run is gone. */
export async function insertChunk(
  db: Db,
  { runId, attempt }: Attempt,
  position: number,
  bytes: Uint8Array,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into export_chunks (run_id, attempt, position, bytes)
     select id, attempt, $3, $4 from export_runs where id = $1 and attempt = $2 and state = 'running' for share`,
    [runId, attempt, position, Buffer.from(bytes)],
  );
  return rowCount === 1;
}

/** False when another attempt has begun, or the run has ended or is gone. */
export async function endRun(
  db: Db,
  { runId, attempt }: Attempt,
  end: { at: Date } & (
    | { state: "done"; rows: number; bytes: number; fileName: string; expiresAt: Date }
    | { state: "failed"; why: ExportFailure }
  ),
): Promise<boolean> {
  const file = end.state === "done" ? end : null;
  const { rowCount } = await db.query(
    `update export_runs set state = $3, finished_at = $4, due_at = null, row_count = $5, byte_count = $6, file_name = $7,
       expires_at = $8, why = $9
     where id = $1 and attempt = $2 and state = 'running'`,
    [
      runId,
      attempt,
      end.state,
      end.at,
      file?.rows ?? null,
      file?.bytes ?? null,
      file?.fileName ?? null,
      file?.expiresAt ?? null,
      end.state === "failed" ? end.why : null,
    ],
  );
  if (rowCount === 1 && end.state === "failed")
    await db.query("delete from export_chunks where run_id = $1", [runId]);
  return rowCount === 1;
}

export async function hasOpenRun(db: Db, scheduleId: string): Promise<boolean> {
  const { rows } = await db.query(
    "select 1 from export_runs where schedule_id = $1 and state in ('waiting', 'running') limit 1",
    [scheduleId],
  );
  return rows.length > 0;
}

/** The newest of each schedule. */
export async function listRuns(db: Db, scheduleIds: readonly string[], limit: number): Promise<ExportRun[]> {
  const { rows } = await db.query<ExportRun>(
    `select r.* from unnest($1::uuid[]) as s (id),
       lateral (select ${COLUMNS} from export_runs r where r.schedule_id = s.id
                order by r.requested_at desc limit $2) r`,
    [scheduleIds, limit],
  );
  return rows;
}

type StoredFile = {
  runId: string;
  attempt: number;
  list: ScheduledList;
  fileName: string;
  format: string;
  bytes: bigint;
};

/** The file of a person's own run; null when there is none, or no longer. */
export async function findFile(
  db: Db,
  of: { runId: string; ownerId: string; at: Date },
): Promise<StoredFile | null> {
  const { rows } = await db.query<StoredFile>(
    `select r.id as "runId", r.attempt, s.list, r.file_name as "fileName", s.format, r.byte_count as bytes
     from export_runs r join export_schedules s on s.id = r.schedule_id
     where r.id = $1 and s.owner_id = $2 and r.state = 'done' and r.expires_at > $3`,
    [of.runId, of.ownerId, of.at],
  );
  return rows[0] ?? null;
}

export async function readChunk(
  db: Db,
  { runId, attempt }: Attempt,
  position: number,
): Promise<Buffer | null> {
  const { rows } = await db.query<{ bytes: Buffer }>(
    "select bytes from export_chunks where run_id = $1 and attempt = $2 and position = $3",
    [runId, attempt, position],
  );
  return rows[0]?.bytes ?? null;
}

/** Deletes files a week after their run, and later the run itself. */
export async function deleteExpiredFiles(db: Db, at: Date, runsBefore: Date): Promise<void> {
  await db.query(
    `with expired as (
       update export_runs set expires_at = null where expires_at <= $1 returning id)
     delete from export_chunks where run_id in (select id from expired)`,
    [at],
  );
  await db.query("delete from export_runs where finished_at < $1", [runsBefore]);
}
