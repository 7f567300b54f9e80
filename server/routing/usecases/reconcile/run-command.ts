import { setTimeout as sleep } from "node:timers/promises";
import { runExclusive } from "@/server/platform/run-exclusive";
import { type DayRange, FIRST, NONE_VISITED, periodOf, type Visited } from "../../domain/reconciliation/run";
import { findActiveRun, findRun, insertRun, type Run } from "../../store/reconciliation/runs";
import type { Deps } from "../deps";
import { runClaim } from "./claims";
import { Comparer } from "./compare";
import { examineRecord } from "./compare-records";
import { driveRun, type RunNews } from "./drive-run";
import { walkAll } from "./walk";

const BUSY_AGAIN_MS = 500;

/**
 * A run of the command: repairs what is certain, in this process, while it holds the merchant's claim. It first waits
 * for a run in another process, or continues one that no process carries on.
 */
export async function runCommand(
  deps: Deps,
  scope: { merchantId: number; days: DayRange },
  emit: (news: RunNews) => void,
): Promise<Visited> {
  for (;;) {
    const run = await runExclusive(deps.sessions, runClaim(scope.merchantId), async (claim) => {
      const active = await findActiveRun(deps.pool, scope.merchantId);
      if (active !== null) await driveRun(deps, active, claim, { sliceMs: null });
      const own = await insertRun(deps.pool, {
        ...scope,
        requestId: null,
        source: "command",
        gateway: null,
        repairs: true,
        requestedBy: null,
        requestedAt: deps.clock.now(),
        position: FIRST,
      });
      if (own === null) return null;
      await driveRun(deps, own, claim, { sliceMs: null, emit });
      return own;
    });
    // A run that was requested in between comes first.
    if (run.kind === "done" && run.value !== null) return visitedBy(deps, run.value);
    await sleep(BUSY_AGAIN_MS);
  }
}

async function visitedBy(deps: Deps, { merchantId, id }: Run): Promise<Visited> {
  return (await findRun(deps.pool, merchantId, id))?.visited ?? NONE_VISITED;
}

/** What {@link runCommand} would find: changes and stores nothing. */
export async function dryRun(
  deps: Deps,
  { merchantId, days }: { merchantId: number; days: DayRange },
  emit: (news: RunNews) => void,
): Promise<Visited> {
  const comparer = new Comparer(deps);
  const visited = { ...NONE_VISITED };
  await walkAll(deps, { merchantId, gateway: null, period: periodOf(days) }, async (step) => {
    visited[step.counts] += 1;
    const examined = await examineRecord(comparer, step.key);
    if (examined === null || examined.kind === "agrees") return;
    if (examined.kind === "unanswered") emit({ ...examined, step });
    else emit({ kind: "left", finding: examined.finding });
  });
  return visited;
}
