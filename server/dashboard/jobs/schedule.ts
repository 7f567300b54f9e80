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
export const VERIFY_AUDIT = "verify-audit";
export const RESUME_LOST_JOBS = "resume-lost-jobs";

/** The key of the one waiting job of each thing: by it a lost one is noticed. */
export const JOB_KEYS = {
  resolve: (intentId: string) => `${RESOLVE_REFUND_INTENT}:${intentId}`,
  tracking: (of: { serviceAddress: string; refundId: string }) =>
    `${TRACK_REFUND}:${of.serviceAddress}:${of.refundId}`,
  cancellation: (cancellationId: string) => `${RESOLVE_CANCELLATION}:${cancellationId}`,
  expiry: (approvalId: string) => `${EXPIRE_APPROVAL}:${approvalId}`,
  bulkDecided: (approvalId: string) => `${BULK_APPROVAL_DECIDED}:${approvalId}`,
  bulkCheck: (runId: string) => `${CHECK_BULK_RUN}:${runId}`,
  bulkCancels: (runId: string) => `${RESOLVE_BULK_CANCELS}:${runId}`,
  bulkRun: (runId: string) => `${CONTINUE_BULK_RUN}:${runId}`,
  verification: (verificationId: string) => `${VERIFY_AUDIT}:${verificationId}`,
};

/** How long after its time-out a call is given up on by whoever did not make it. */
const GRACE_MS = 10_000;

/** When a call that began now is over for certain, in whichever process it ran. */
export function afterTimeout(timeoutMs: number): number {
  return timeoutMs + GRACE_MS;
}

/** The most calls that cancelling a payment makes, one after the other: afterwards nobody is at it any more. */
export const CANCELLATION_CALLS = 3;

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
    { delayMs: when.delayMs, key: JOB_KEYS.resolve(intentId) },
  );
}

/** The intent has its answer, and nobody needs to look for it any more. */
export async function unscheduleResolve(db: Db, intentId: string): Promise<void> {
  await dropJob(db, JOB_KEYS.resolve(intentId));
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
    { ...when, key: JOB_KEYS.tracking(of) },
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
    { delayMs, key: JOB_KEYS.cancellation(cancellationId) },
  );
}

/** Ends a request for approval that nobody decides about in time. */
export async function scheduleExpiry(db: Db, approvalId: string, delayMs: number): Promise<void> {
  await addJob(
    db,
    EXPIRE_APPROVAL,
    { approvalId },
    { delayMs: Math.max(0, delayMs), key: JOB_KEYS.expiry(approvalId) },
  );
}

export async function scheduleBulkDecided(
  db: Db,
  approval: { approvalId: string; runId: string },
): Promise<void> {
  await addJob(db, BULK_APPROVAL_DECIDED, approval, {
    key: JOB_KEYS.bulkDecided(approval.approvalId),
  });
}

/** One waiting job a run that is being checked. */
export async function scheduleBulkCheck(db: Db, runId: string, delayMs: number): Promise<void> {
  await addJob(db, CHECK_BULK_RUN, { runId }, { delayMs, key: JOB_KEYS.bulkCheck(runId) });
}

/** One waiting job a run of cancels with rows whose outcome nobody knows. */
export async function scheduleBulkCancels(
  db: Db,
  runId: string,
  when: Pick<JobOptions, "onWaiting"> & { delayMs: number; attempt: number },
): Promise<void> {
  const { attempt, ...options } = when;
  const key = JOB_KEYS.bulkCancels(runId);
  await addJob(db, RESOLVE_BULK_CANCELS, { runId, attempt }, { ...options, key });
}

/** One waiting job a run that goes on. */
export async function scheduleBulkRun(db: Db, runId: string, delayMs: number): Promise<void> {
  await addJob(db, CONTINUE_BULK_RUN, { runId }, { delayMs, key: JOB_KEYS.bulkRun(runId) });
}

/** One waiting job of all processes, which plans its own successor. */
export async function scheduleSumming(
  db: Db,
  delayMs: number,
  options: Pick<JobOptions, "onWaiting"> = {},
): Promise<void> {
  await addJob(db, SUM_REFUNDS, {}, { ...options, delayMs, key: SUM_REFUNDS, isRecurring: true });
}

export async function scheduleVerification(db: Db, verificationId: string): Promise<void> {
  await addJob(db, VERIFY_AUDIT, { verificationId }, { key: JOB_KEYS.verification(verificationId) });
}

/** One waiting job of all processes, which plans its own successor. */
export async function scheduleResuming(
  db: Db,
  delayMs: number,
  options: Pick<JobOptions, "onWaiting"> = {},
): Promise<void> {
  await addJob(db, RESUME_LOST_JOBS, {}, { ...options, delayMs, key: RESUME_LOST_JOBS, isRecurring: true });
}
