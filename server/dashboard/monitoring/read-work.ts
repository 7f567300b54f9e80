import type { Reading } from "@/server/platform/metrics/cached-reading";
import { readJobWork } from "@/server/platform/metrics/job-work";
import type { CommonWork } from "@/server/platform/metrics/work-metrics";
import type { Pool } from "@/server/platform/pool";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import { sumWaitingApprovals } from "../approvals/store";
import { countUnfinishedRuns } from "../bulk/store";
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
 * Reads unfinished records only, each by a partial index; `readFactors` may be minutes old. Throws when the database is
 * unavailable.
 */
export async function readDashboardWork(
  pool: Pool,
  now: Date,
  readFactors: () => Promise<Reading<{ unreadable: number }>>,
): Promise<DashboardWork> {
  const [jobs, isHeld, refunds, approvals, runs, locks, factors] = await Promise.all([
    readJobWork(pool),
    areRefundsHeld(pool),
    sumOpenRefunds(pool, now),
    sumWaitingApprovals(pool, now),
    countUnfinishedRuns(pool),
    countSignInLocks(pool, now),
    readFactors(),
  ]);
  const unreadableFactors = factors.kind === "read" ? factors.value.unreadable : null;
  return { jobs, areRefundsHeld: isHeld, refunds, approvals, runs, locks, unreadableFactors };
}
