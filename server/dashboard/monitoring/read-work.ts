import type { Reading } from "@/server/platform/metrics/cached-reading";
import { type JobWork, readDueWork } from "@/server/platform/metrics/job-work";
import type { CommonWork } from "@/server/platform/metrics/work-metrics";
import type { Pool } from "@/server/platform/pool";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { readWorkers } from "@/server/platform/workers";
import { sumWaitingApprovals } from "../approvals/store";
import { countUnfinishedRuns } from "../bulk/store";
import { dueTracked } from "../jobs/due-tables";
import { KINDS } from "../jobs/work";
import { countSignInLocks } from "../people/store";
import { type OpenRefunds, sumOpenRefunds } from "../refunds/store";

/** The pending work of the dashboard, for the metrics. */
export type DashboardWork = CommonWork & {
  refunds: readonly OpenRefunds[];
  approvals: { waiting: number; oldestSeconds: number };
  runs: readonly { state: string; count: number }[];
  locks: { passwords: number; codes: number };
  /** Second factors that the key does not open; null when they could not be read. */
  unreadableFactors: number | null;
};

/**
 * Reads unfinished records only, each by a partial index; `readFactors` may be minutes old. Jobs, refunds, approvals and runs
 * are those of all accounts, each read by its own pool of `others`. Throws when the database is unavailable.
 */
export async function readDashboardWork(
  pool: Pool,
  now: Date,
  readFactors: () => Promise<Reading<{ unreadable: number }>>,
  others: readonly Pool[] = [],
): Promise<DashboardWork> {
  const [workers, isHeld, accounts, locks, factors] = await Promise.all([
    readWorkers(pool),
    areRefundsHeld(pool),
    Promise.all([pool, ...others].map((each) => readAccountWork(each, now))),
    countSignInLocks(pool, now),
    readFactors(),
  ]);
  const { due, refunds, approvals, runs } = sumOfAccounts(accounts);
  const jobs = { ...due, aliveWorkers: workers.alive };
  const unreadableFactors = factors.kind === "read" ? factors.value.unreadable : null;
  return { jobs, areRefundsHeld: isHeld, refunds, approvals, runs, locks, unreadableFactors };
}

type AccountWork = Pick<DashboardWork, "refunds" | "approvals" | "runs"> & {
  due: Omit<JobWork, "aliveWorkers">;
};

/** Refunds that are left of another service wait for no worker: none takes them until that service is used again. */
const OF_SERVICE =
  "service_address = coalesce((select address from known_services order by used_at desc limit 1), service_address)";

const DUE_TABLES = KINDS.map(({ task, rows: { table } }) => ({
  task: table === "schedules" ? "task" : `'${task}'`,
  table,
  where: table === dueTracked.table ? `due_at is not null and ${OF_SERVICE}` : "due_at is not null",
}));

async function readAccountWork(pool: Pool, now: Date): Promise<AccountWork> {
  const [due, refunds, approvals, runs] = await Promise.all([
    readDueWork(pool, DUE_TABLES),
    sumOpenRefunds(pool, now),
    sumWaitingApprovals(pool, now),
    countUnfinishedRuns(pool),
  ]);
  return { due, refunds, approvals, runs };
}

/** Counts are added; of ages the highest one counts. */
function sumOfAccounts(all: readonly AccountWork[]): AccountWork {
  const byState = <T extends { state: string; count: number; oldestSeconds?: number }>(
    rows: readonly T[],
  ): T[] => {
    const sums = new Map<string, T>();
    for (const row of rows) {
      const sum = sums.get(row.state);
      const oldestSeconds = Math.max(sum?.oldestSeconds ?? 0, row.oldestSeconds ?? 0);
      sums.set(row.state, {
        ...row,
        count: row.count + (sum?.count ?? 0),
        ...(row.oldestSeconds === undefined ? {} : { oldestSeconds }),
      });
    }
    return [...sums.values()];
  };
  const counts = new Map<string, JobWork["counts"][number]>();
  const lags = new Map<string, JobWork["lags"][number]>();
  for (const { due } of all) {
    for (const each of due.counts) {
      const key = `${each.task} ${each.state}`;
      counts.set(key, { ...each, count: each.count + (counts.get(key)?.count ?? 0) });
    }
    for (const { task, seconds } of due.lags)
      lags.set(task, { task, seconds: Math.max(seconds, lags.get(task)?.seconds ?? 0) });
  }
  return {
    due: { counts: [...counts.values()], lags: [...lags.values()] },
    refunds: byState(all.flatMap(({ refunds }) => refunds)),
    approvals: {
      waiting: all.reduce((sum, { approvals }) => sum + approvals.waiting, 0),
      oldestSeconds: Math.max(...all.map(({ approvals }) => approvals.oldestSeconds)),
    },
    runs: byState(all.flatMap(({ runs }) => runs)),
  };
}
