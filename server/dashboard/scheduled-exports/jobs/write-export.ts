import { type Role, roleAllows } from "@/lib/can";
import { SCHEDULED_LISTS, SCHEDULED_PERMISSIONS } from "@/lib/exports/scheduled-lists";
import type { ExportFailure } from "@/lib/exports/scheduled-export-views";
import { inTransaction } from "@/server/platform/transaction";
import { type AuditAction, recordAudit } from "../../audit/store";
import { ForbiddenError } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { ServiceFailure } from "../../export/every-page";
import { exportFile, fileNameOf, TooManyRowsError } from "../../export/export-response";
import { backoffMs } from "@/server/platform/backoff";
import { notify } from "../../notifications/store";
import { findPerson, lockActiveRole } from "../../people/store";
import type { Services } from "../../runtime";
import { prepareExport } from "../queries/prepare-export";
import { type Attempt, beginAttempt, endRun, insertChunk } from "../store/runs";
import { findSchedule, lockSchedule, pauseSchedule, type Schedule } from "../store/schedules";

const FILE_KEPT_MS = 7 * 24 * 60 * 60_000;
/** The limit for one file: it is in the database, and in its backups. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
/** About half an hour of a service that does not respond. */
const MAX_ATTEMPTS = 8;
const RETRY = { firstMs: 10_000, factor: 2.5, maxMs: 10 * 60_000 };
/** A file takes minutes, and other jobs must not wait for several of them. */
const BUSY_MS = 5_000;

/** More bytes than a stored file may have. */
class TooLargeError extends Error {
  override name = "TooLargeError";
}
/** Another attempt has begun, or the schedule was deleted: this one leaves nothing behind. */
class SupersededError extends Error {
  override name = "SupersededError";
}

/** The processes that write one just now, by their connection to the service. */
const writing = new WeakSet<Services["routing"]>();

/** `at`: the slot, or when the owner requested it. Relative ranges of the filter end there, however late the file is written. */
type Writing = { schedule: Schedule; attempt: Attempt; at: Date; ctx: Ctx };

/**
 * Writes the file of one run, under its owner's rights: they are checked at the beginning, while the rows are read, and
 * in the transaction that completes it. A job that runs again after a crash, or in a second process, begins a new
 * attempt, and only the newest one can complete the run: one file, one audit entry, one notification (decision 0299).
 */
export async function writeExport(services: Services, runId: string): Promise<number | null> {
  if (writing.has(services.routing)) return BUSY_MS;
  writing.add(services.routing);
  try {
    return await writeRun(services, runId);
  } finally {
    writing.delete(services.routing);
  }
}

async function writeRun(services: Services, runId: string): Promise<number | null> {
  const begun = await inTransaction(services.pool, async (db): Promise<Writing | null> => {
    const next = await beginAttempt(db, runId);
    if (next === null) return null;
    const schedule = await findSchedule(db, next.scheduleId);
    const owner = schedule === null ? null : await findPerson(db, schedule.ownerId);
    if (schedule === null || owner === null) return null;
    const actor = { userId: owner.id, name: owner.name, email: owner.email, role: owner.role, sessionId: "" };
    const ctx: Ctx = { ...services, actor, requestId: runId };
    const written = { schedule, attempt: { runId, attempt: next.attempt }, at: next.at, ctx };
    if (next.attempt === 1) await record(db, written, "export_begun", {});
    return written;
  });
  if (begun === null) return null;
  try {
    // None of them reached `fail`: a file that ends its process would otherwise end it for ever.
    if (begun.attempt.attempt > MAX_ATTEMPTS) throw new Error("each attempt was lost with its process");
    await write(begun);
    return null;
  } catch (error) {
    return error instanceof SupersededError ? null : fail(begun, error);
  }
}

async function write(begun: Writing): Promise<void> {
  const { schedule, attempt, at, ctx } = begun;
  await requireOwnersRights(ctx, schedule);
  const prepared = await prepareExport({ ...ctx, clock: { now: () => at } }, schedule);
  if (!prepared.ok) throw new RefusedError(prepared.error);
  const order = prepared.value;
  let rows = 0;
  let bytes = 0;
  let position = 0;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  const store = async (): Promise<void> => {
    if (waitingBytes === 0) return;
    if (!(await insertChunk(ctx.pool, attempt, position, Buffer.concat(waiting))))
      throw new SupersededError();
    position += 1;
    waiting = [];
    waitingBytes = 0;
  };
  const file = exportFile(order, new AbortController().signal, {
    requireAllowed: () => requireOwnersRights(ctx, schedule),
    onCount: (count) => (rows = count),
  });
  for await (const piece of file) {
    bytes += piece.length;
    if (bytes > MAX_FILE_BYTES) throw new TooLargeError();
    waiting.push(piece);
    waitingBytes += piece.length;
    if (waitingBytes >= CHUNK_BYTES) await store();
  }
  await store();
  await inTransaction(ctx.pool, async (db) => {
    const role = await lockActiveRole(db, schedule.ownerId);
    requireExport(role, schedule);
    const at = ctx.clock.now();
    const expiresAt = new Date(at.getTime() + FILE_KEPT_MS);
    const fileName = fileNameOf(order, at);
    if (!(await endRun(db, attempt, { state: "done", at, rows, bytes, fileName, expiresAt })))
      throw new SupersededError();
    await record(db, begun, "export_finished", { rows });
    await notify(db, {
      event: "export_ready",
      detail: { name: schedule.name, rows },
      at,
      to: { people: [schedule.ownerId] },
      dedupeKey: `export_ready ${attempt.runId}`,
    });
  });
}

class RefusedError extends Error {
  constructor(readonly why: "filter" | "not_offered") {
    super(`nothing to export: ${why}`);
  }
}

/** Throws a `ForbiddenError` unless the owner may export now, and see what is exported. */
async function requireOwnersRights(ctx: Ctx, schedule: Schedule): Promise<void> {
  const owner = await findPerson(ctx.pool, schedule.ownerId);
  requireExport(owner === null || owner.deactivatedAt !== null ? null : owner.role, schedule);
}

function requireExport(role: Role | null, { list }: Pick<Schedule, "list">): void {
  // While two versions run, the older one may take the run of a list that only the newer one has.
  if (!SCHEDULED_LISTS.includes(list)) throw new Error(`a list of another version: ${list}`);
  for (const permission of ["export_records", SCHEDULED_PERMISSIONS[list]] as const) {
    if (role === null || !roleAllows(role, permission)) throw new ForbiddenError(permission);
  }
}

/** Tries again later where that may help; else the run has failed, its owner is notified, and may no longer export pauses. */
async function fail(begun: Writing, error: unknown): Promise<number | null> {
  const { schedule, attempt, ctx } = begun;
  const isTransient =
    error instanceof ServiceFailure ? error.serviceError.kind !== "key_refused" : isUnexpected(error);
  if (isTransient)
    ctx.logger.warn({ err: error, runId: attempt.runId }, "a scheduled export was not written");
  if (isTransient && attempt.attempt < MAX_ATTEMPTS) return backoffMs(attempt.attempt, RETRY);
  await inTransaction(ctx.pool, async (db) => {
    const at = ctx.clock.now();
    const why = await reasonOf(ctx, schedule, error);
    // The schedule before its run, as those do who delete both.
    await lockSchedule(db, { id: schedule.id, ownerId: null });
    if (!(await endRun(db, attempt, { state: "failed", at, why }))) return;
    await record(db, begun, "export_broken", { why, rows: 0 });
    if (why === "role" || why === "closed") await pauseSchedule(db, { id: schedule.id, why, at });
    await notify(db, {
      event: "export_failed",
      detail: { name: schedule.name, why },
      at,
      to: { people: [schedule.ownerId] },
      dedupeKey: `export_failed ${attempt.runId}`,
    });
  });
  return null;
}

function isUnexpected(error: unknown): boolean {
  return !(
    error instanceof ForbiddenError ||
    error instanceof RefusedError ||
    error instanceof TooManyRowsError ||
    error instanceof TooLargeError
  );
}

async function reasonOf(ctx: Ctx, schedule: Schedule, error: unknown): Promise<ExportFailure> {
  if (error instanceof ServiceFailure) return error.serviceError.kind;
  if (error instanceof RefusedError) return error.why;
  if (error instanceof TooManyRowsError) return "too_many_rows";
  if (error instanceof TooLargeError) return "too_large";
  if (!(error instanceof ForbiddenError)) return "failed";
  const owner = await findPerson(ctx.pool, schedule.ownerId);
  return owner === null || owner.deactivatedAt !== null ? "closed" : "role";
}

function record(
  db: Parameters<typeof recordAudit>[0],
  { schedule, attempt, ctx }: Writing,
  action: Extract<AuditAction, "export_begun" | "export_finished" | "export_broken">,
  detail: { rows?: number; why?: string },
): Promise<void> {
  return recordAudit(db, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action,
    subject: { kind: "export", id: attempt.runId },
    detail: {
      what: schedule.list,
      format: schedule.format,
      filter: schedule.query,
      schedule: schedule.id,
      ...detail,
    },
    requestId: ctx.requestId,
  });
}
