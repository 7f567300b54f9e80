import { addJob, dropJob, type JobOptions } from "@/server/platform/add-job";
import type { Db } from "@/server/platform/pool";

export const RESOLVE_REFUND_INTENT = "resolve-refund-intent";
export const TRACK_REFUND = "track-refund";
export const RESOLVE_CANCELLATION = "resolve-cancellation";
export const EXPIRE_APPROVAL = "expire-approval";
/** A bulk run's request for approval has ended; the payload names run and request, whose state is the result. */
export const BULK_APPROVAL_DECIDED = "bulk-approval-decided";
export const CHECK_BULK_RUN = "check-bulk-run";
export const RESOLVE_BULK_CANCELS = "resolve-bulk-cancels";
export const CONTINUE_BULK_RUN = "continue-bulk-run";
export const SUM_REFUNDS = "sum-refunds";
export const VERIFY_AUDIT = "verify-audit";
export const RESUME_LOST_JOBS = "resume-lost-jobs";
export const EXPAND_NOTIFICATION = "expand-notification";
export const WATCH_EVENTS = "watch-events";
export const SEND_EMAILS = "send-emails";
export const SEND_CHAT = "send-chat";
export const START_EXPORT = "start-scheduled-export";
export const WRITE_EXPORT = "write-scheduled-export";

/** The key of the one waiting job of each thing: it shows which jobs are lost. */
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
  emails: (personId: string) => `${SEND_EMAILS}:${personId}`,
  chat: (channelId: string) => `${SEND_CHAT}:${channelId}`,
  exportSlot: (scheduleId: string) => `${START_EXPORT}:${scheduleId}`,
  exportRun: (runId: string) => `${WRITE_EXPORT}:${runId}`,
  expanding: (eventId: string) => `${EXPAND_NOTIFICATION}:${eventId}`,
};

/** How long after its timeout other processes consider a call over. */
const GRACE_MS = 10_000;

/** When a call that begins now is certainly over, whichever process makes it; in milliseconds. */
export function afterTimeout(timeoutMs: number): number {
  return timeoutMs + GRACE_MS;
}

/** The most consecutive calls of a cancel: after their timeouts no process works on it any more. */
export const CANCELLATION_CALLS = 3;

/** The most consecutive calls that one row of a bulk run makes. */
const CALLS_OF_A_ROW = 4;

/** How long a row of a bulk run is claimed by the process that sends it, in milliseconds. */
export function bulkClaimMs(timeoutMs: number): number {
  return CALLS_OF_A_ROW * afterTimeout(timeoutMs);
}

/** One waiting job per intent: a later call replaces it. Runs in the caller's transaction. */
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

/** The intent has its outcome, so its job is not needed any more. */
export async function unscheduleResolve(db: Db, intentId: string): Promise<void> {
  await dropJob(db, JOB_KEYS.resolve(intentId));
}

/**
 * One waiting job per polled refund, across all processes. `"keep"` leaves the time to the process that polls just now.
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

/** Expires a request for approval that is not decided in time. */
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

/** One waiting job per run that is being checked. */
export async function scheduleBulkCheck(db: Db, runId: string, delayMs: number): Promise<void> {
  await addJob(db, CHECK_BULK_RUN, { runId }, { delayMs, key: JOB_KEYS.bulkCheck(runId) });
}

/** One waiting job per run of cancels with rows of unknown outcome. */
export async function scheduleBulkCancels(
  db: Db,
  runId: string,
  when: Pick<JobOptions, "onWaiting"> & {
    delayMs: number;
    attempt: number;
    /** The rest of a round over the rows: those after this position. */
    after?: number;
    isOpen?: boolean;
  },
): Promise<void> {
  const { attempt, after, isOpen = false, ...options } = when;
  const rest = after === undefined ? {} : { after, isOpen: isOpen ? 1 : 0 };
  const key = JOB_KEYS.bulkCancels(runId);
  await addJob(db, RESOLVE_BULK_CANCELS, { runId, attempt, ...rest }, { ...options, key });
}

/** One waiting job per active run. */
export async function scheduleBulkRun(db: Db, runId: string, delayMs: number): Promise<void> {
  await addJob(db, CONTINUE_BULK_RUN, { runId }, { delayMs, key: JOB_KEYS.bulkRun(runId) });
}

/** One waiting job across all processes, which schedules its own successor. */
export async function scheduleSumming(
  db: Db,
  delayMs: number,
  options: Pick<JobOptions, "onWaiting"> = {},
): Promise<void> {
  await addJob(db, SUM_REFUNDS, {}, { ...options, delayMs, key: SUM_REFUNDS, isRecurring: true });
}

/** Expands an event to the people who are notified of it. */
export async function scheduleExpanding(db: Db, eventId: string): Promise<void> {
  await addJob(db, EXPAND_NOTIFICATION, { eventId }, { key: JOB_KEYS.expanding(eventId) });
}

/** One waiting job per schedule: for its next slot. */
export async function scheduleExportSlot(db: Db, scheduleId: string, delayMs: number): Promise<void> {
  await addJob(
    db,
    START_EXPORT,
    { scheduleId },
    { delayMs: Math.max(0, delayMs), key: JOB_KEYS.exportSlot(scheduleId) },
  );
}

/** One waiting job per run of a scheduled export that has not ended. */
export async function scheduleExportRun(db: Db, runId: string, delayMs: number): Promise<void> {
  await addJob(db, WRITE_EXPORT, { runId }, { delayMs, key: JOB_KEYS.exportRun(runId) });
}

/** One waiting job per person with something to send by e-mail. */
export async function scheduleEmails(
  db: Db,
  personId: string,
  when: Pick<JobOptions, "onWaiting"> & { delayMs: number },
): Promise<void> {
  await addJob(db, SEND_EMAILS, { personId }, { ...when, key: JOB_KEYS.emails(personId) });
}

/** One waiting job per chat channel with something to send. */
export async function scheduleChat(
  db: Db,
  channelId: string,
  when: Pick<JobOptions, "onWaiting"> & { delayMs: number },
): Promise<void> {
  await addJob(db, SEND_CHAT, { channelId }, { ...when, key: JOB_KEYS.chat(channelId) });
}

/** One waiting job across all processes, which schedules its own successor. */
export async function scheduleWatching(
  db: Db,
  delayMs: number,
  options: Pick<JobOptions, "onWaiting"> = {},
): Promise<void> {
  await addJob(db, WATCH_EVENTS, {}, { ...options, delayMs, key: WATCH_EVENTS, isRecurring: true });
}

export async function scheduleVerification(db: Db, verificationId: string): Promise<void> {
  await addJob(db, VERIFY_AUDIT, { verificationId }, { key: JOB_KEYS.verification(verificationId) });
}

/** One waiting job across all processes, which schedules its own successor. */
export async function scheduleResuming(
  db: Db,
  delayMs: number,
  options: Pick<JobOptions, "onWaiting"> = {},
): Promise<void> {
  await addJob(db, RESUME_LOST_JOBS, {}, { ...options, delayMs, key: RESUME_LOST_JOBS, isRecurring: true });
}
