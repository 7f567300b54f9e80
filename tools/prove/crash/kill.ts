import { setTimeout as sleep } from "node:timers/promises";
import type { ProofContext } from "../proof";
import { killPostgres } from "../stack/kill-postgres";
import { killAt } from "./failpoints";
import type { CrashStack } from "./stack";

const LONGEST_PAUSE_MS = 700;
/** How long to wait for the load to reach a failpoint; until then the load continues undisturbed. */
const FAILPOINT_LIMIT_MS = 6_000;
/** Most kills wait until the stack works: in one that does not, there is nothing to lose. */
const WORKING_LIMIT_MS = 20_000;
/** When a machine fails, several processes end together; all four are a power failure. */
const AT_ONCE = [1, 2, 3, 4] as const;
/** Between two kills, processes work long enough to have something to lose. */
const POSTGRES_PAUSE_MS = 15_000;
const LOG_EVERY = 50;

/** Kills processes and Postgres until the size is reached or the time is up. */
export async function killForAWhile(
  ctx: ProofContext<{ processKills: number; postgresKills: number }>,
  stack: CrashStack,
) {
  const random = ctx.random.fork("kills");
  const done = { processKills: 0, severalAtOnce: 0, atFailpoints: 0, postgresKills: 0 };
  const reached = new Set<string>();
  const killNamed = async (name: string): Promise<boolean> => {
    const wasKilled = (await stack.programs.find((program) => program.name === name)?.kill()) ?? false;
    if (wasKilled) done.processKills += 1;
    return wasKilled;
  };

  const every = Math.max(1, Math.floor(ctx.size.processKills / (ctx.size.postgresKills + 1)));
  let lastPostgresKill = -Infinity;
  let logged = 0;
  while (done.processKills < ctx.size.processKills && ctx.hasTime()) {
    if (random.chance(0.85)) await waitForWork(stack, ctx.hasTime);
    await sleep(random.whole(0, LONGEST_PAUSE_MS));
    const isDue =
      done.postgresKills < ctx.size.postgresKills && done.processKills >= every * (done.postgresKills + 1);
    if (isDue && performance.now() - lastPostgresKill > POSTGRES_PAUSE_MS) {
      const signal = random.chance(0.5) ? "SIGKILL" : "SIGQUIT";
      const { serverPools, postgres } = stack;
      const pool = serverPools.length === 1 ? serverPools[0] : random.pick(serverPools);
      await killPostgres(pool, signal, postgres.restart);
      lastPostgresKill = performance.now();
      done.postgresKills += 1;
    } else if (random.chance(0.5)) {
      const failpoint = random.pick(stack.failpoints);
      const wasKilled = await killAt(stack.urls[failpoint.database], failpoint, {
        limitMs: FAILPOINT_LIMIT_MS,
        takesEffect: random.chance(0.5),
        kill: killNamed,
      }).catch(() => false);
      if (!wasKilled) continue;
      done.atFailpoints += 1;
      reached.add(failpoint.name);
    } else {
      const first = random.whole(0, stack.programs.length - 1);
      const inTurn = [...stack.programs.slice(first), ...stack.programs.slice(0, first)];
      const victims = inTurn.slice(0, random.pick(AT_ONCE));
      const killed = await Promise.all(victims.map(({ name }) => killNamed(name)));
      if (killed.filter(Boolean).length > 1) done.severalAtOnce += 1;
    }
    if (done.processKills >= logged + LOG_EVERY) {
      logged = done.processKills;
      ctx.log(`${logged} process kills, ${done.postgresKills} of Postgres`);
    }
  }
  return { ...done, failpointsReached: reached.size };
}

async function waitForWork({ programs }: CrashStack, hasTime: () => boolean): Promise<void> {
  const endsAt = performance.now() + WORKING_LIMIT_MS;
  while (!programs.every((program) => program.isReady()) && performance.now() < endsAt && hasTime()) {
    await sleep(50);
  }
}
