import { addJob, dropJob, type JobOptions } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";

export const RESOLVE_REFUND_INTENT = "resolve-refund-intent";
export const TRACK_REFUND = "track-refund";
export const RESOLVE_CANCELLATION = "resolve-cancellation";
export const EXPIRE_APPROVAL = "expire-approval";
/** A bulk run's request for approval has ended; the payload names run and request, whose state tells how. */
export const BULK_APPROVAL_DECIDED = "bulk-approval-decided";
export const CHECK_BULK_RUN = "check-bulk-run";
export const RESOLVE_BULK_CANCELS = "resolve-bulk-cancels";
export const CONTINUE_BULK_RUN = "continue-bulk-run";
export const SUM_REFUNDS = "sum-refunds";

/** How long after its time-out a call is given up on by whoever did not make it. */
const GRACE_MS = 10_000;

/** When a call that began now is over for certain, in whichever process it ran. */
export function afterTimeout(timeoutMs: number): number {
  return timeoutMs + GRACE_MS;
}

/** One waiting job an intent: a later call replaces it. Runs in the caller's transaction. */
export async function scheduleResolve(
  db: Db,
  intentId: string,
  when: { delayMs: number; attempt: number },
): Promise<void> {
  await addJob(
    db,
    RESOLVE_REFUND_INTENT,
    { intentId, attempt: when.attempt },
    { delayMs: when.delayMs, key: resolveKey(intentId) },
  );
}

/** The intent has its answer, and nobody needs to look for it any more. */
export async function unscheduleResolve(db: Db, intentId: string): Promise<void> {
  await dropJob(db, resolveKey(intentId));
}

function resolveKey(intentId: string): string {
  return `${RESOLVE_REFUND_INTENT}:${intentId}`;
}

/**
 * One waiting job a refund that is followed, in whichever process. `"keep"` leaves the time to whoever is asking the service
 * just now.
 */
export async function scheduleTracking(
  db: Db,
  of: { serviceAddress: string; refundId: string },
  when: Pick<JobOptions, "onWaiting"> & { delayMs: number },
): Promise<void> {
  await addJob(
    db,
    TRACK_REFUND,
    { serviceAddress: of.serviceAddress, refundId: of.refundId },
    { ...when, key: `${TRACK_REFUND}:${of.serviceAddress}:${of.refundId}` },
  );
}

export async function scheduleCancellationCheck(
  db: Db,
  cancellationId: string,
  delayMs: number,
): Promise<void> {
  await addJob(
    db,
    RESOLVE_CANCELLATION,
    { cancellationId },
    { delayMs, key: `${RESOLVE_CANCELLATION}:${cancellationId}` },
  );
}

/** Ends a request for approval that nobody decides about in time. */
export async function scheduleExpiry(db: Db, approvalId: string, delayMs: number): Promise<void> {
  await addJob(
    db,
    EXPIRE_APPROVAL,
    { approvalId },
    { delayMs: Math.max(0, delayMs), key: `${EXPIRE_APPROVAL}:${approvalId}` },
  );
}

export async function scheduleBulkDecided(
  db: Db,
  approval: { approvalId: string; runId: string },
): Promise<void> {
  await addJob(db, BULK_APPROVAL_DECIDED, approval, {
    key: `${BULK_APPROVAL_DECIDED}:${approval.approvalId}`,
  });
}

/** One waiting job a run that is being checked. */
export async function scheduleBulkCheck(db: Db, runId: string, delayMs: number): Promise<void> {
  await addJob(db, CHECK_BULK_RUN, { runId }, { delayMs, key: `${CHECK_BULK_RUN}:${runId}` });
}

/** One waiting job a run of cancels with rows whose outcome nobody knows. */
export async function scheduleBulkCancels(
  db: Db,
  runId: string,
  when: Pick<JobOptions, "onWaiting"> & { delayMs: number; attempt: number },
): Promise<void> {
  const { attempt, ...options } = when;
  const key = `${RESOLVE_BULK_CANCELS}:${runId}`;
  await addJob(db, RESOLVE_BULK_CANCELS, { runId, attempt }, { ...options, key });
}

/** One waiting job a run that goes on. */
export async function scheduleBulkRun(db: Db, runId: string, delayMs: number): Promise<void> {
  await addJob(db, CONTINUE_BULK_RUN, { runId }, { delayMs, key: `${CONTINUE_BULK_RUN}:${runId}` });
}

/** One waiting job of all processes, which plans its own successor. */
export async function scheduleSumming(db: Db, delayMs: number): Promise<void> {
  await addJob(db, SUM_REFUNDS, {}, { delayMs, key: SUM_REFUNDS, isRecurring: true });
}
