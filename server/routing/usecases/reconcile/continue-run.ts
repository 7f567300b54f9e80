import { addJob } from "@/server/platform/add-job";
import { isDatabaseOutage, type Db } from "@/server/platform/pool";
import { ClaimLostError, runExclusive } from "@/server/platform/run-exclusive";
import { storableText } from "../../domain/reconciliation/run";
import { findRun, type Run, saveFailure } from "../../store/reconciliation/runs";
import { findStalledRuns } from "../../store/stalled";
import type { Deps } from "../deps";
import { runClaim } from "./claims";
import { driveRun } from "./drive-run";

export const CONTINUE_RECONCILIATION = "continue-reconciliation";

/** A worker carries a run this long, in milliseconds; then other jobs, and a shutdown, have their turn. */
const SLICE_MS = 5_000;
const BUSY_AGAIN_MS = 2_000;
const RETRY_MS = { first: 2_000, longest: 60_000 };
const MAX_FAILURE_LENGTH = 500;

/** Has a worker continue a run. */
export function scheduleRun(
  db: Db,
  { merchantId, id }: Pick<Run, "merchantId" | "id">,
  delayMs = 0,
): Promise<void> {
  return addJob(
    db,
    CONTINUE_RECONCILIATION,
    { merchantId, runId: String(id) },
    { key: `reconcile:${merchantId}:${id}`, delayMs },
  );
}

/**
 * One slice of a run, and the job of the next. While another process holds the merchant's claim, such as the command in
 * a terminal, it waits. A try that fails is repeated after a pause, a limited number of times.
 */
export async function continueRun(deps: Deps, job: { merchantId: number; runId: string }): Promise<void> {
  const run = await findRun(deps.pool, job.merchantId, BigInt(job.runId));
  if (run === null || run.state === "done" || run.state === "broken") return;
  try {
    const slice = await runExclusive(deps.sessions, runClaim(run.merchantId), (claim) =>
      driveRun(deps, run, claim, { sliceMs: SLICE_MS }),
    );
    if (slice.kind === "busy") await scheduleRun(deps.pool, run, BUSY_AGAIN_MS);
    else if (slice.value === "more") await scheduleRun(deps.pool, run);
  } catch (error) {
    if (isDatabaseOutage(error) || error instanceof ClaimLostError) throw error;
    deps.logger.error({ err: error, merchantId: run.merchantId, run: job.runId }, "a reconciliation failed");
    const failure = error instanceof Error ? error.message : String(error);
    await saveFailure(deps.pool, run, storableText(failure.slice(0, MAX_FAILURE_LENGTH)), null);
    await scheduleRun(deps.pool, run, Math.min(RETRY_MS.first * 2 ** run.tries, RETRY_MS.longest));
  }
}

const LIMIT = 100;

/** Unfinished runs that have lost their job, or whose command was killed, are continued. True when there may be more. */
export async function resumeRuns(deps: Deps): Promise<boolean> {
  const stalled = await findStalledRuns(deps.pool, LIMIT);
  for (const run of stalled) await scheduleRun(deps.pool, run);
  return stalled.length >= LIMIT;
}
