import type { Db } from "@/server/platform/pool";
import { scopedName } from "@/server/platform/account-scope";
import { keepScheduled } from "@/server/platform/keep-scheduled";
import { inTransaction } from "@/server/platform/transaction";
import type { Services } from "../runtime";
import { usableAccounts } from "../accounts/open-accounts";
import type { Accounts } from "../accounts/accounts";
import { listWaitingApprovals } from "../approvals/store/approvals";
import { endInterruptedActions } from "../audit/jobs/end-interrupted-actions";
import { latestVerification } from "../audit/store/audit-verifications";
import { listDecidedBulkRuns, listLiveBulkRuns } from "../bulk/store/bulk-runs";
import { listRunsWithUnknownCancels } from "../bulk/store/bulk-unknown-cancels";
import { WATCH_EVERY_MS } from "../notifications/jobs/watch-events";
import { listChannelsToSend } from "../notifications/store/chat-messages";
import { listPeopleToEmail } from "../notifications/store/emails";
import { listOpenEvents } from "../notifications/store/notification-events";
import { listRequestedCancellations } from "../payments/store/cancellations";
import { deleteExpiredContacts } from "../payments/store/expired-contacts";
import { listOpenIntents } from "../refunds/store/refund-intents";
import { listPending } from "../refunds/store/tracked-refunds";
import { deleteOldSeen } from "../payments/jobs/delete-old-seen";
import { deleteOldExports } from "../scheduled-exports/jobs/delete-old-exports";
import { listOpenRuns } from "../scheduled-exports/store/runs";
import { listActiveSchedules } from "../scheduled-exports/store/schedules";
import { holdWorkFromBackup } from "../bulk/jobs/hold-work-from-backup";
import {
  CANCELLATION_CALLS,
  JOB_KEYS,
  afterTimeout,
  scheduleBulkCancels,
  scheduleBulkCheck,
  scheduleBulkDecided,
  scheduleBulkRun,
  scheduleCancellationCheck,
  scheduleChat,
  scheduleEmails,
  scheduleExpanding,
  scheduleExportRun,
  scheduleExportSlot,
  scheduleExpiry,
  scheduleResolve,
  scheduleResuming,
  scheduleSumming,
  scheduleTracking,
  scheduleVerification,
  scheduleWatching,
} from "./schedule";

const MAX_RESUMED = 10_000;
const POLL_EVERY_MS = 10 * 60_000;
/** Longer than the job tries to resolve a run's cancels: afterwards only a start makes it try again. */
const CANCELS_LOOKED_FOR_MS = 4 * 24 * 60 * 60_000;

/** Something that has not ended and that only a job moves on. */
type Unfinished = { key: string; plan: (db: Db) => Promise<void> };

/**
 * Schedules, at start, a new job for everything that a job moves on: a job that failed too often, or a database
 * restored without its jobs, must not leave a refund unresolved. Every state is listed in the table of ARCHITECTURE.md.
 */
export async function resumeJobs(services: Services): Promise<void> {
  await inTransaction(services.pool, async (db) => {
    for (const { plan } of await listUnfinished(services, db, new Date(0))) await plan(db);
    await scheduleSumming(db, 0);
    await scheduleResuming(db, POLL_EVERY_MS);
    // The watch job runs at once: after a change of the service's address it moves the records.
    await scheduleWatching(db, 0);
  });
}

/**
 * Schedules jobs between starts for everything that has none; existing jobs and their times stay. Also deletes what has
 * expired.
 */
export async function resumeLostJobs(services: Services): Promise<void> {
  // Scheduled before the work, so that a run that fails or is killed already has a successor.
  await scheduleResuming(services.pool, POLL_EVERY_MS);
  await holdWorkFromBackup(services);
  const cancelsAfter = new Date(services.clock.now().getTime() - CANCELS_LOOKED_FOR_MS);
  await inTransaction(services.pool, async (db) => {
    const unfinished = await listUnfinished(services, db, cancelsAfter);
    const live = await findLiveJobKeys(
      db,
      unfinished.map(({ key }) => key),
    );
    const lost = unfinished.filter(({ key }) => !live.has(key));
    for (const { plan } of lost) await plan(db);
    if (lost.length > 0) {
      services.logger.warn({ found: lost.length }, "work that had lost its job was given a new one");
    }
  });
  await cleanUp(services);
}

/** Runs after the rest, each step by itself: no refund may wait because one of these fails. */
async function cleanUp(services: Services): Promise<void> {
  const steps = [
    () => endInterruptedActions(services),
    () => deleteExpiredContacts(services.pool, services.clock.now()),
    () => deleteOldSeen(services),
    () => deleteOldExports(services),
  ];
  let failure: { error: unknown } | null = null;
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== null) throw failure.error;
}

/** Schedules recurring jobs again that were deleted or have used up their attempts; a waiting one keeps its time. */
export async function planLostRecurringJobs({ pool }: Services): Promise<void> {
  await scheduleResuming(pool, POLL_EVERY_MS, { onWaiting: "keep" });
  await scheduleSumming(pool, POLL_EVERY_MS, { onWaiting: "keep" });
  await scheduleWatching(pool, WATCH_EVERY_MS, { onWaiting: "keep" });
}

/** Keeps the recurring jobs of every account scheduled. */
export function keepRecurringJobs(
  services: Services,
  accounts: Accounts<Services>,
): { stop(): Promise<void> } {
  const plan = async (): Promise<void> => {
    for (const each of [services, ...(await usableAccounts(accounts, services.logger))])
      await planLostRecurringJobs(each);
  };
  return keepScheduled(POLL_EVERY_MS, plan, services.logger);
}

/** Lists at most {@link MAX_RESUMED} of each kind, oldest first: lost jobs are among them. */
async function listUnfinished(services: Services, db: Db, cancelsAfter: Date): Promise<Unfinished[]> {
  const { serviceAddress, timeoutMs } = services.routing;
  const nowMs = services.clock.now().getTime();
  const intents = await listOpenIntents(db, MAX_RESUMED);
  const refunds = await listPending(db, serviceAddress, MAX_RESUMED);
  const cancellations = await listRequestedCancellations(db, MAX_RESUMED);
  const approvals = await listWaitingApprovals(db, { after: null, limit: MAX_RESUMED });
  const decided = await listDecidedBulkRuns(db, MAX_RESUMED);
  const runs = await listLiveBulkRuns(db, serviceAddress, MAX_RESUMED);
  const cancels = { serviceAddress, sentAfter: cancelsAfter, limit: MAX_RESUMED };
  const runsWithCancels = await listRunsWithUnknownCancels(db, cancels);
  const verification = await latestVerification(db);
  const events = await listOpenEvents(db, MAX_RESUMED);
  const schedules = await listActiveSchedules(db, MAX_RESUMED);
  const exportRuns = await listOpenRuns(db, MAX_RESUMED);
  const addressees = services.mail === null ? [] : await listPeopleToEmail(db, MAX_RESUMED);
  const channels = await listChannelsToSend(db, MAX_RESUMED);
  return [
    ...intents.map(({ id }) => ({
      key: JOB_KEYS.resolve(id),
      plan: (to: Db) => scheduleResolve(to, id, { delayMs: 0, attempt: 0 }),
    })),
    ...refunds.map((refund) => ({
      key: JOB_KEYS.tracking(refund),
      plan: (to: Db) =>
        scheduleTracking(to, refund, {
          delayMs: Math.max(0, refund.nextCheckAt.getTime() - nowMs),
          onWaiting: "keep",
        }),
    })),
    ...cancellations.map(({ id, requestedAt }) => ({
      key: JOB_KEYS.cancellation(id),
      plan: (to: Db) => {
        const dueMs = requestedAt.getTime() + CANCELLATION_CALLS * afterTimeout(timeoutMs);
        return scheduleCancellationCheck(to, id, Math.max(0, dueMs - nowMs));
      },
    })),
    ...approvals.map(({ id, expiresAt }) => ({
      key: JOB_KEYS.expiry(id),
      plan: (to: Db) => scheduleExpiry(to, id, expiresAt.getTime() - nowMs),
    })),
    ...decided.map((approval) => ({
      key: JOB_KEYS.bulkDecided(approval.approvalId),
      plan: (to: Db) => scheduleBulkDecided(to, approval),
    })),
    ...runs.map(({ id, isChecking }) => ({
      key: isChecking ? JOB_KEYS.bulkCheck(id) : JOB_KEYS.bulkRun(id),
      plan: (to: Db) => (isChecking ? scheduleBulkCheck : scheduleBulkRun)(to, id, 0),
    })),
    ...runsWithCancels.map((runId) => ({
      key: JOB_KEYS.bulkCancels(runId),
      plan: (to: Db) => scheduleBulkCancels(to, runId, { delayMs: 0, attempt: 0 }),
    })),
    ...addressees.map(({ personId, at }) => ({
      key: JOB_KEYS.emails(personId),
      plan: (to: Db) =>
        scheduleEmails(to, personId, { delayMs: Math.max(0, at.getTime() - nowMs), onWaiting: "soonest" }),
    })),
    ...channels.map(({ channelId, at }) => ({
      key: JOB_KEYS.chat(channelId),
      plan: (to: Db) =>
        scheduleChat(to, channelId, { delayMs: Math.max(0, at.getTime() - nowMs), onWaiting: "soonest" }),
    })),
    ...schedules.map(({ id, nextAt }) => ({
      key: JOB_KEYS.exportSlot(id),
      plan: (to: Db) => scheduleExportSlot(to, id, nextAt.getTime() - nowMs),
    })),
    ...exportRuns.map(({ id }) => ({
      key: JOB_KEYS.exportRun(id),
      plan: (to: Db) => scheduleExportRun(to, id, 0),
    })),
    ...events.map(({ id }) => ({
      key: JOB_KEYS.expanding(id),
      plan: (to: Db) => scheduleExpanding(to, id),
    })),
    ...(verification === null || verification.finishedAt !== null
      ? []
      : [
          {
            key: JOB_KEYS.verification(verification.id),
            plan: (to: Db) => scheduleVerification(to, verification.id),
          },
        ]),
  ];
}

/** Those of these keys whose job is running, or waiting without having failed for good. */
async function findLiveJobKeys(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.query<{ key: string }>(
    `select given.key from unnest($1::text[]) given (key)
     join graphile_worker._private_jobs job on job.key = ${scopedName("given.key")}
     where job.is_available or job.locked_at is not null`,
    [keys],
  );
  return new Set(rows.map(({ key }) => key));
}
