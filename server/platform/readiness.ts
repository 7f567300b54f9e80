import { commandsHere } from "./commands-here";
import type { Clock } from "./clock";
import type { Logger } from "./log";
import { type PartDown, partsDown } from "./parts";
import { REFUNDS_ARE_HELD } from "./refund-hold";

/** Something that a process needs for its work. `problem` completes the part: "database: does not answer". */
type ReadinessCheck = { part: string; problem: string; isWell: () => boolean | Promise<boolean> };

/** The body of `GET /readyz`. `partsDown`: other processes of the same `npm start`. `notice`: needs an operator, although it is ready. */
export type ReadinessReport = {
  status: "ready" | "not ready";
  problems?: readonly { part: string; problem: string; since: string }[];
  partsDown?: readonly PartDown[];
  notice?: string;
};

export type Readiness = {
  report(): Promise<ReadinessReport>;
  /** Makes the process not ready from now on, because it is about to stop. */
  drain(): void;
  stop(): void;
};

/** The precision of `since` between requests. */
const POLL_EVERY_MS = 5_000;

/** Tracks what a process is missing, and since when. Logs one line when a problem begins, and one when it is over. */
export function watchReadiness(options: {
  checks: readonly ReadinessCheck[];
  /** Whether refunds are on hold after a restore (decision 0237). */
  areRefundsHeld: () => Promise<boolean>;
  clock: Clock;
  logger: Logger;
}): Readiness {
  const { checks, areRefundsHeld, clock, logger } = options;
  const since = new Map<string, Date>();
  let drainingSince: Date | null = null;
  let looking: Promise<void> | null = null;

  const note = (check: ReadinessCheck, isWell: boolean): void => {
    const { part, problem } = check;
    const began = since.get(part);
    if (isWell && began !== undefined) {
      since.delete(part);
      const downMs = clock.now().getTime() - began.getTime();
      logger.info({ part, since: began.toISOString(), downMs }, "ready again");
    } else if (!isWell && began === undefined) {
      const now = clock.now();
      since.set(part, now);
      logger.error({ part, problem, since: now.toISOString() }, "not ready");
    }
  };
  const look = async (): Promise<void> => {
    const found = await Promise.all(
      checks.map(async (check) => {
        try {
          return await check.isWell();
        } catch {
          return false;
        }
      }),
    );
    checks.forEach((check, index) => note(check, found[index] === true));
  };
  const pollOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null;
    });
    return looking;
  };
  const timer = setInterval(() => void pollOnce(), POLL_EVERY_MS);
  timer.unref();

  return {
    async report() {
      await pollOnce();
      const others = partsDown();
      const isHeld = await areRefundsHeld().catch(() => false);
      const problems = checks.flatMap(({ part, problem }) => {
        const began = since.get(part);
        return began === undefined ? [] : [{ part, problem, since: began.toISOString() }];
      });
      if (drainingSince !== null) {
        problems.push({ part: "process", problem: "is stopping", since: drainingSince.toISOString() });
      }
      return {
        status: problems.length === 0 ? "ready" : "not ready",
        ...(problems.length === 0 ? {} : { problems }),
        ...(others.length === 0 ? {} : { partsDown: others }),
        ...(isHeld ? { notice: commandsHere(REFUNDS_ARE_HELD) } : {}),
      };
    },
    drain() {
      drainingSince ??= clock.now();
    },
    stop: () => clearInterval(timer),
  };
}
