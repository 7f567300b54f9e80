import type { Release } from "@/server/platform/due-rows/work-due-rows";
import { isDatabaseOutage } from "@/server/platform/pool";
import { ClaimLostError, runExclusive } from "@/server/platform/run-exclusive";
import { storableText } from "../../domain/reconciliation/run";
import { dueRuns, type TakenRun } from "../../store/reconciliation/due-runs";
import { findRun, type Run, saveFailure } from "../../store/reconciliation/runs";
import type { Deps } from "../deps";
import { runClaim } from "./claims";
import { driveRun } from "./drive-run";

/** A worker carries a run this long, in milliseconds; then other runs, and a shutdown, have their turn. */
const SLICE_MS = 5_000;
const BUSY_AGAIN_MS = 2_000;
const RETRY_MS = { first: 2_000, longest: 60_000 };
const MAX_FAILURE_LENGTH = 500;

/**
 * One slice of a run; says when the next is due, or that none is. While another process holds the merchant's claim, such as
 * the command in a terminal, it waits. A try that fails is repeated after a pause, a limited number of times.
 */
export async function continueRun(
  deps: Deps,
  taken: TakenRun,
  release: Release<TakenRun> = (released) => dueRuns.release(deps.pool, [released]),
): Promise<void> {
  const run = await findRun(deps.pool, taken.merchantId, taken.id);
  const isOver = run === null || run.state === "done" || run.state === "broken";
  await release({ row: taken, pauseMs: isOver ? null : await carry(deps, run) });
}

/** The pause before the next slice, in milliseconds; null when there is none. */
async function carry(deps: Deps, run: Run): Promise<number | null> {
  try {
    const slice = await runExclusive(deps.sessions, runClaim(run.merchantId), (claim) =>
      driveRun(deps, run, claim, { sliceMs: SLICE_MS }),
    );
    if (slice.kind === "busy") return BUSY_AGAIN_MS;
    return slice.value === "more" ? 0 : null;
  } catch (error) {
    if (isDatabaseOutage(error) || error instanceof ClaimLostError) throw error;
    deps.logger.error({ err: error, merchantId: run.merchantId, run: run.id }, "a reconciliation failed");
    const failure = error instanceof Error ? error.message : String(error);
    await saveFailure(deps.pool, run, storableText(failure.slice(0, MAX_FAILURE_LENGTH)), null);
    return Math.min(RETRY_MS.first * 2 ** run.tries, RETRY_MS.longest);
  }
}
