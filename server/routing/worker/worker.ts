import { addJob } from "@/server/platform/add-job";
import { type Heartbeat, startHeartbeat } from "@/server/platform/job-heartbeat";
import { type JobHandler, type Jobs, startJobs } from "@/server/platform/jobs";
import { keepScheduled } from "@/server/platform/keep-scheduled";
import { retryDuringOutage } from "@/server/platform/retry-during-outage";
import type { Deps } from "../usecases/deps";
import { deleteUnusedAccounts } from "../usecases/gateways/delete-unused-accounts";
import { deleteExpiredSignatures } from "../usecases/keys/use-signature";
import { createOverdueSweep } from "../usecases/payments/overdue-sweep";
import { deleteExpiredIdempotencyKeys } from "../usecases/idempotency";
import { deleteOldStatistics } from "../usecases/success-rate/delete-old-statistics";
import { sumPayments } from "../usecases/payments/sum-payments";
import { startDailyRuns } from "../usecases/reconcile/start-run";
import { sweepWebhooks } from "../usecases/webhooks/sweep-webhooks";
import { startRunWorker } from "./run-worker";
import { startGatewayWorkers } from "./gateway-workers";
import { startCounting } from "./counting";
import { startRetention } from "./retention";
import { startWebhookWorkers } from "./webhook-worker";

const SWEEP = "sweep";
const SUM_PAYMENTS = "sum-payments";
/** Separate from the sweep, which must not wait while years are summed for the first time. */
const SUM_INTERVAL_MS = 60_000;
const RECONCILE_DAILY = "reconcile-daily";
/** The interval between checks whether a day is to be compared, and the time from a start to the first check. */
const DAILY_INTERVAL_MS = 5 * 60_000;
/** So that no step waits for another of them. */
const UPKEEP_AT_ONCE = 3;

type WorkerOptions = {
  sweepIntervalMs: number;
  /** Null: payments are never deleted. */
  paymentKeepDays: number | null;
  reconciliationKeepDays: number | null;
  /** What the daily reconciliation does; off: there is none (decision 0288). */
  dailyReconciliation: "compare" | "repair" | "off";
};

/** A step that fails, for example by a statement timeout, must not prevent the others. */
async function runEachStep(
  steps: readonly (() => Promise<boolean>)[],
): Promise<{ mayBeMore: boolean; failure: { error: unknown } | null }> {
  let mayBeMore = false;
  let failure: { error: unknown } | null = null;
  for (const step of steps) {
    try {
      mayBeMore = (await step()) || mayBeMore;
    } catch (error) {
      failure ??= { error };
    }
  }
  return { mayBeMore, failure };
}

/** Starts this process's share of the jobs: refunds, reversals, polled payments, webhooks, sums and the retention. */
export async function startWorker(deps: Deps, options: WorkerOptions): Promise<Jobs> {
  // One job of each kind exists for all processes: scheduling again under its key replaces it.
  const plan: Plan = (task, delayMs) =>
    addJob(deps.pool, task, {}, { delayMs, key: task, isRecurring: true });
  const planIfLost: Plan = (task, delayMs) =>
    addJob(deps.pool, task, {}, { delayMs, key: task, isRecurring: true, onWaiting: "keep" });
  for (const task of [SWEEP, SUM_PAYMENTS]) await retryDuringOutage(() => plan(task, 0), deps);
  if (options.dailyReconciliation !== "off")
    await retryDuringOutage(() => planIfLost(RECONCILE_DAILY, DAILY_INTERVAL_MS), deps);
  const heartbeat = startHeartbeat({ pool: deps.sessions, logger: deps.logger });
  try {
    return await startGroups(deps, options, { plan, planIfLost, heartbeat });
  } catch (error) {
    // Those that started lose their leases, and with them their jobs.
    await heartbeat.stop();
    throw error;
  }
}

type Plan = (task: string, delayMs: number) => Promise<void>;

async function startGroups(
  deps: Deps,
  options: WorkerOptions,
  { plan, planIfLost, heartbeat }: { plan: Plan; planIfLost: Plan; heartbeat: Heartbeat },
): Promise<Jobs> {
  const endOverdue = createOverdueSweep(deps);
  const startGroup = (concurrency: number, handlers: Record<string, JobHandler>): Promise<Jobs> =>
    startJobs({
      pool: deps.sessions,
      heartbeat,
      logger: deps.logger,
      concurrency,
      onJobDone: (task, outcome, seconds) => deps.metrics.jobDone(task, outcome, seconds),
      handlers,
    });
  // Each kind of work has workers of its own, so that none waits for another's calls to a gateway (decision 0362).
  const groups = [
    ...startGatewayWorkers(deps),
    startRunWorker(deps),
    await startGroup(UPKEEP_AT_ONCE, {
      [RECONCILE_DAILY]: async () => {
        if (options.dailyReconciliation === "off") return;
        await plan(RECONCILE_DAILY, DAILY_INTERVAL_MS);
        const repairs = options.dailyReconciliation === "repair";
        if (await startDailyRuns(deps, { repairs })) await plan(RECONCILE_DAILY, 0);
      },
      [SWEEP]: async () => {
        // Scheduled before the work, so that a sweep that fails or is killed already has a successor.
        await plan(SWEEP, options.sweepIntervalMs);
        const outcomes = await runEachStep([
          endOverdue,
          () => deleteExpiredIdempotencyKeys(deps),
          () => deleteExpiredSignatures(deps),
          () => sweepWebhooks(deps),
          () => deleteUnusedAccounts(deps),
          () => deleteOldStatistics(deps),
        ]);
        // Each step handles a bounded number; when one reaches its bound, the next sweep starts at once.
        if (outcomes.mayBeMore) await plan(SWEEP, 0);
        if (outcomes.failure !== null) throw outcomes.failure.error;
      },
      [SUM_PAYMENTS]: async () => {
        await plan(SUM_PAYMENTS, SUM_INTERVAL_MS);
        if (await sumPayments(deps)) await plan(SUM_PAYMENTS, 0);
      },
    }),
  ];
  const all = [...groups, ...startWebhookWorkers(deps)];
  const counting = startCounting(deps);
  const keepsAll = options.paymentKeepDays === null && options.reconciliationKeepDays === null;
  const retention = keepsAll ? [] : [startRetention(deps, options)];
  const planning = [
    keepScheduled(options.sweepIntervalMs, () => planIfLost(SWEEP, options.sweepIntervalMs), deps.logger),
    keepScheduled(SUM_INTERVAL_MS, () => planIfLost(SUM_PAYMENTS, SUM_INTERVAL_MS), deps.logger),
    ...(options.dailyReconciliation === "off"
      ? []
      : [
          keepScheduled(DAILY_INTERVAL_MS, () => planIfLost(RECONCILE_DAILY, DAILY_INTERVAL_MS), deps.logger),
        ]),
  ];
  return {
    isAlive: () => all.every((jobs) => jobs.isAlive()),
    async stop() {
      try {
        await Promise.all([...planning, ...all, ...retention, counting].map((part) => part.stop()));
      } finally {
        await heartbeat.stop();
      }
    },
  };
}
