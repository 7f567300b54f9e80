import { setTimeout as sleep } from "node:timers/promises";
import type { OnStep } from "./lifecycle";

/** One run of a process. `ended` resolves when it ends, with a clause that says how: "it was killed (SIGKILL)". */
export type ProcessRun = { ended: Promise<string>; stop(): Promise<void>; kill(): void };

/**
 * `isFinal`: a retry cannot help, a person has to act. `wasKilled`: a signal from outside ended it during its start.
 */
export type StartAttempt =
  | { kind: "started"; run: ProcessRun }
  | { kind: "failed"; problem: string; isFinal: boolean; wasKilled?: boolean };

/**
 * `starting`: its start is slow, sent every minute; `step` says what it does meanwhile. `down`: it ended or could not
 * be started, and is retried; sent once for each new problem in a row. `up`: it runs again. `lost`: it is not
 * restarted; when it has never run, `firstStart` reports that instead.
 */
export type KeepEvent =
  | { kind: "starting"; forMinutes: number; step: string | null }
  | { kind: "down"; problem: string }
  | { kind: "up" }
  | { kind: "lost"; problem: string };

type FirstStart = { kind: "started" } | { kind: "lost"; problem: string } | { kind: "stopped" };

type Kept = {
  /** Resolves at the first successful start, or when there will be none. */
  firstStart: Promise<FirstStart>;
  /** Shuts the process down, or ends the pause before its next start. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A process that was ready for this long ran well: whatever ended it, its next start follows soon. */
const RAN_WELL_MS = 500;
/** A start that was killed says nothing about the next one, so the pause after it stays below a second. */
const MOST_FAILURES_OF_KILLED = 2;
const MINUTE_MS = 60_000;

/** The pause before a start after this many failures in a row: 0.2 seconds, doubling up to ten seconds. */
export function restartPauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 20), LONGEST_PAUSE_MS);
}

export type StartRequest = { isFirst: boolean; signal: AbortSignal; onStep: OnStep };

/**
 * Starts a process and restarts it whenever it ends or fails to start, without limit (decision 0230). `start` returns
 * when the process is ready, however long that takes, and stops trying when its signal is aborted. Only a final failure
 * ends this.
 */
export function keepRunning(
  start: (request: StartRequest) => Promise<StartAttempt>,
  onEvent: (event: KeepEvent) => void,
  { pauseMs = restartPauseMs, ranWellMs = RAN_WELL_MS } = {},
): Kept {
  const stopping = new AbortController();
  const { signal } = stopping;
  let current: ProcessRun | null = null;
  let settleFirst: (outcome: FirstStart) => void = () => undefined;
  const firstStart = new Promise<FirstStart>((resolve) => {
    settleFirst = resolve;
  });
  signal.addEventListener("abort", () => settleFirst({ kind: "stopped" }));

  const tryToStart = async (isFirst: boolean): Promise<StartAttempt> => {
    let step: string | null = null;
    let forMinutes = 0;
    const everyMinute = setInterval(() => {
      forMinutes += 1;
      if (!signal.aborted) onEvent({ kind: "starting", forMinutes, step });
    }, MINUTE_MS);
    const onStep: OnStep = (next) => {
      step = next;
    };
    try {
      return await start({ isFirst, signal, onStep });
    } catch (error) {
      return { kind: "failed", problem: messageOf(error), isFinal: isFirst };
    } finally {
      clearInterval(everyMinute);
    }
  };

  const watch = async (): Promise<void> => {
    let isFirst = true;
    let failures = 0;
    let reported: string | null = null;
    const isDown = (problem: string): void => {
      if (problem !== reported && !signal.aborted) onEvent({ kind: "down", problem });
      reported = problem;
    };
    while (!signal.aborted) {
      const attempt = await tryToStart(isFirst);
      if (attempt.kind === "failed") {
        if (signal.aborted) return;
        if (attempt.isFinal) {
          const lost = { kind: "lost", problem: attempt.problem } as const;
          if (isFirst) settleFirst(lost);
          else onEvent(lost);
          return;
        }
        isDown(attempt.problem);
        if (attempt.wasKilled === true) failures = Math.min(failures, MOST_FAILURES_OF_KILLED);
      } else {
        current = attempt.run;
        if (signal.aborted) return current.stop();
        if (reported !== null) onEvent({ kind: "up" });
        reported = null;
        if (isFirst) settleFirst({ kind: "started" });
        isFirst = false;
        const startedAt = performance.now();
        const problem = await current.ended;
        if (performance.now() - startedAt >= ranWellMs) failures = 0;
        isDown(problem);
      }
      await sleep(pauseMs(failures), null, { signal }).catch(() => null);
      failures += 1;
    }
  };
  const watching = watch();

  return {
    firstStart,
    async stop() {
      stopping.abort();
      await current?.stop();
      await watching;
    },
    kill() {
      stopping.abort();
      current?.kill();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
