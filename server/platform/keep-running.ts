import { setTimeout as sleep } from "node:timers/promises";
import type { OnStep } from "./lifecycle";

/** One run of a process. `ended` settles when it ends, with a clause that says how: "it was killed (SIGKILL)". */
export type ProcessRun = { ended: Promise<string>; stop(): Promise<void>; kill(): void };

/** `isFinal`: another try cannot help, a person has to act. `wasKilled`: a signal from outside ended it while it started. */
export type StartAttempt =
  | { kind: "started"; run: ProcessRun }
  | { kind: "failed"; problem: string; isFinal: boolean; wasKilled?: boolean };

/**
 * `starting`: its start takes long, sent every minute; `step` says what it does meanwhile. `down`: it ended, or it could not be started, and is tried again; sent once for each problem in a row. `up`: it runs again.
 * `lost`: it is not started again; `firstStart` says so instead when it has never run.
 */
export type KeepEvent =
  | { kind: "starting"; forMinutes: number; step: string | null }
  | { kind: "down"; problem: string }
  | { kind: "up" }
  | { kind: "lost"; problem: string };

export type FirstStart = { kind: "started" } | { kind: "lost"; problem: string } | { kind: "stopped" };

export type Kept = {
  /** Settles at the first successful start, or when there will be none. */
  firstStart: Promise<FirstStart>;
  /** Ends the process in order, or the pause before its next start. */
  stop(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
};

const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 10_000;
/** A process that was ready for this long ran well: whatever ended it, its next start does not wait long. */
const RAN_WELL_MS = 500;
/** A start that was killed says nothing of the next one: the pause after it is below a second. */
const MOST_FAILURES_OF_KILLED = 2;
const MINUTE_MS = 60_000;

/** The pause before a start, after so many failures in a row: a fifth of a second, doubling to ten seconds. */
export function restartPauseMs(failures: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(failures, 20), LONGEST_PAUSE_MS);
}

export type StartRequest = { isFirst: boolean; signal: AbortSignal; onStep: OnStep };

/**
 * Starts a process, and starts it again whenever it ends or fails to start, without limit (decision 0230). `start` returns when the
 * process is ready, however long that takes, and gives up when its signal is aborted. Only a failure that is final ends this.
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
    let told: string | null = null;
    const isDown = (problem: string): void => {
      if (problem !== told && !signal.aborted) onEvent({ kind: "down", problem });
      told = problem;
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
        if (told !== null) onEvent({ kind: "up" });
        told = null;
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
