import { workDueRows } from "@/server/platform/due-rows/work-due-rows";
import type { Jobs } from "@/server/platform/run-job";
import { dueRuns, RUN_LANES } from "../store/reconciliation/due-runs";
import type { Deps } from "../usecases/deps";
import { continueRun } from "../usecases/reconcile/continue-run";

/**
 * Runs have workers of their own: every merchant's daily run begins in the same hour and spends its time in calls to
 * gateways, for which no refund and no customer's payment may wait.
 */
const RUNS_AT_ONCE = 2;

export function startRunWorker(deps: Deps): Jobs {
  let running = 0;
  const left = (): number => RUNS_AT_ONCE - running;
  return workDueRows({
    rows: dueRuns,
    task: "continue-reconciliation",
    pool: deps.pool,
    sessions: deps.sessions,
    logger: deps.logger,
    onJobDone: (done, outcome, seconds) => deps.metrics.jobDone(done, outcome, seconds),
    lanes: RUN_LANES,
    shares: {
      get free() {
        return { most: left(), ofLane: left };
      },
      hold: async (_, call) => {
        running += 1;
        return call().finally(() => (running -= 1));
      },
    },
    laneOf: () => "reconciliation",
    work: (run, release) => continueRun(deps, run, release),
  });
}
