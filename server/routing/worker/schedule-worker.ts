import { workDueRows } from "@/server/platform/due-rows/work-due-rows";
import type { Jobs } from "@/server/platform/run-job";
import { retryDuringOutage } from "@/server/platform/retry-during-outage";
import { deleteOrphanedPolls } from "../store/payments/due-polls";
import { type ScheduledTask, schedules } from "../store/workers/schedules";
import type { Deps } from "../usecases/deps";
import { deleteUnusedAccounts } from "../usecases/gateways/delete-unused-accounts";
import { deleteExpiredIdempotencyKeys } from "../usecases/idempotency";
import { deleteExpiredSignatures } from "../usecases/keys/use-signature";
import { createOverdueSweep } from "../usecases/payments/overdue-sweep";
import { sumPayments } from "../usecases/payments/sum-payments";
import { startDailyRuns } from "../usecases/reconcile/start-run";
import { deleteOldStatistics } from "../usecases/success-rate/delete-old-statistics";
import { sweepWebhooks } from "../usecases/webhooks/sweep-webhooks";

/** Separate from the sweep, which must not wait while years are summed for the first time. */
const SUM_INTERVAL_MS = 60_000;
/** The interval between checks whether a day is to be compared. */
const DAILY_INTERVAL_MS = 5 * 60_000;

export type ScheduleOptions = {
  sweepIntervalMs: number;
  /** What the daily reconciliation does; off: there is none (decision 0288). */
  dailyReconciliation: "compare" | "repair" | "off";
};

/** `run`: true when there may be more to do at once. */
type Schedule = { everyMs: number; run: () => Promise<boolean> };

/** What recurs by the clock, each at one process at a time; sweeps and sums at each start, too (decision 0399). */
export async function startScheduleWorker(deps: Deps, options: ScheduleOptions): Promise<Jobs> {
  const endOverdue = createOverdueSweep(deps);
  const daily = options.dailyReconciliation;
  const all: Record<ScheduledTask, Schedule> = {
    sweep: {
      everyMs: options.sweepIntervalMs,
      run: () =>
        runEachStep([
          endOverdue,
          () => deleteOrphanedPolls(deps.pool).then(() => false),
          () => deleteExpiredIdempotencyKeys(deps),
          () => deleteExpiredSignatures(deps),
          () => sweepWebhooks(deps),
          () => deleteUnusedAccounts(deps),
          () => deleteOldStatistics(deps),
        ]),
    },
    "sum-payments": { everyMs: SUM_INTERVAL_MS, run: () => sumPayments(deps) },
    "reconcile-daily": {
      everyMs: DAILY_INTERVAL_MS,
      // A row that nobody takes would count as late work.
      run: async () => daily !== "off" && startDailyRuns(deps, { repairs: daily === "repair" }),
    },
  };
  for (const task of ["sweep", "sum-payments"] as const)
    await retryDuringOutage(() => schedules.ask(deps.pool, { task }), deps);
  const lanes = Object.keys(all);
  return workDueRows({
    rows: schedules,
    task: "schedules",
    taskOf: ({ task }) => task,
    pool: deps.pool,
    sessions: deps.sessions,
    logger: deps.logger,
    onJobDone: (done, outcome, seconds) => deps.metrics.jobDone(done, outcome, seconds),
    lanes,
    // No one waits for another, and a row that is taken is taken by nobody else.
    shares: { free: { most: lanes.length, ofLane: () => 1 }, hold: (_, call) => call() },
    laneOf: ({ task }) => task,
    async work(row, release) {
      const schedule = all[row.task];
      let pauseMs = schedule.everyMs;
      try {
        if (await schedule.run()) pauseMs = 0;
      } finally {
        await release({ row, pauseMs });
      }
    },
  });
}

/**
 * A step that fails, for example by a statement timeout, must not prevent the others. Each handles a bounded number: true when
 * one may have reached its bound.
 */
async function runEachStep(steps: readonly (() => Promise<boolean>)[]): Promise<boolean> {
  let mayBeMore = false;
  let failure: { error: unknown } | null = null;
  for (const step of steps) {
    try {
      mayBeMore = (await step()) || mayBeMore;
    } catch (error) {
      failure ??= { error };
    }
  }
  if (failure !== null) throw failure.error;
  return mayBeMore;
}
