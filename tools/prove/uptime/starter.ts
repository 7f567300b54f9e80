import { fork } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "@/server/platform/root";
import { inheritedEnv } from "../env";
import { type Part, PARTS, TITLES } from "./parts";
import { childrenOf, descendantsOf, isAlive, type KnownProcess, partOf } from "./processes";

/** The starter's line about a part: down or back since that time (ms of the clock). */
export type News = { part: Part; kind: "down" | "back"; atMs: number };

export type Stopped = { how: string; isInOrder: boolean; seconds: number; left: readonly KnownProcess[] };

/** `npm start` on a separate data folder. */
export type Starter = {
  news: readonly News[];
  /** How it ended; null while it runs. */
  ended(): string | null;
  /** Ends a part with kill -9. False when it has no process at this moment. */
  kill(part: Part): boolean;
  /** The parts that have a process now. */
  running(): Part[];
  /** Stops it as a terminal or a supervisor does, and checks what remains of it. */
  stop(signal: "SIGINT" | "SIGTERM"): Promise<Stopped>;
  /** Ends it and everything that it started, in any state. */
  end(): Promise<void>;
};

const READY_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 90_000;
const KILL_LIMIT_MS = 10_000;
/** Children end at the same moment as the starter, or a little later. */
const LEFT_LIMIT_MS = 5_000;
const SHOWN_COMPLAINTS = 5;

/** Returns when it prints that it is ready; throws when it does not. `env` is added to the inherited environment. */
export async function startStarter(
  env: Record<string, string>,
  onEnd: (undo: () => Promise<void>) => void,
): Promise<Starter> {
  const child = fork(join(projectRoot(), "dist", "start.js"), [], {
    env: { ...inheritedEnv(), NODE_ENV: "production", ...env },
    // A separate process group: Ctrl-C reaches only the command, which stops what it started.
    detached: true,
    // The IPC channel ends it when this process is killed.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("the starter could not be launched");
  const news: News[] = [];
  /** Only its complaints: other lines may contain the sandbox's password. */
  const complaints: string[] = [];
  let ended: string | null = null;
  const exited = new Promise<void>((resolve) => {
    child.once("exit", (code, signal) => {
      ended = signal === null ? `it ended with code ${code ?? "unknown"}` : `it was killed (${signal})`;
      resolve();
    });
  });
  const ready = new Promise<void>((resolve) => {
    eachLine(child.stdout, (line) => {
      if (line.startsWith("Paydeck is ready at ")) resolve();
      const heard = readNews(line);
      if (heard !== null) news.push(heard);
    });
    eachLine(child.stderr, (line) => {
      complaints.push(line);
      if (complaints.length > SHOWN_COMPLAINTS) complaints.shift();
    });
  });

  let known: KnownProcess[] = [];
  /** Whether the condition became true in time. */
  const within = async (limitMs: number, isDone: () => boolean): Promise<boolean> => {
    const endsAt = performance.now() + limitMs;
    while (!isDone() && performance.now() < endsAt) await sleep(50);
    return isDone();
  };
  const hasEnded = (): boolean => ended !== null;
  const starter: Starter = {
    news,
    ended: () => (ended === null ? null : [ended, ...complaints].join(" / ")),
    running: () =>
      hasEnded() ? [] : PARTS.filter((part) => childrenOf(pid).some((it) => partOf(it) === part)),
    kill(part) {
      if (hasEnded()) return false;
      known = descendantsOf(pid);
      const victim = childrenOf(pid).find((it) => partOf(it) === part);
      return victim !== undefined && trySignal(victim.pid, "SIGKILL");
    },
    async stop(signal) {
      known = descendantsOf(pid);
      const startedAt = performance.now();
      child.kill(signal);
      if (!(await within(STOP_LIMIT_MS, hasEnded))) {
        return {
          how: `it did not end after ${signal}`,
          isInOrder: false,
          seconds: STOP_LIMIT_MS / 1000,
          left: [],
        };
      }
      const seconds = (performance.now() - startedAt) / 1000;
      await within(LEFT_LIMIT_MS, () => !known.some(isAlive));
      return {
        how: `${signal}: ${ended ?? ""}`,
        isInOrder: child.exitCode === 0,
        seconds,
        left: known.filter(isAlive),
      };
    },
    async end() {
      if (!hasEnded()) {
        known = descendantsOf(pid);
        // The second signal makes it kill what does not stop.
        for (const limitMs of [STOP_LIMIT_MS, KILL_LIMIT_MS]) {
          child.kill("SIGTERM");
          if (await within(limitMs, hasEnded)) break;
        }
        if (!hasEnded()) child.kill("SIGKILL");
        await exited;
      }
      for (const left of known.filter(isAlive))
        trySignal(left.pid, partOf(left) === "database" ? "SIGQUIT" : "SIGKILL");
    },
  };
  onEnd(() => starter.end());

  const inTime = sleep(READY_LIMIT_MS, "late" as const, { ref: false });
  if ((await Promise.race([ready, exited, inTime])) === "late")
    throw new Error("the starter was not ready in time");
  const problem = starter.ended();
  if (problem !== null) throw new Error(`the starter did not start: ${problem}`);
  return starter;
}

function eachLine(stream: Readable | null, read: (line: string) => void): void {
  if (stream !== null) createInterface({ input: stream }).on("line", read);
}

const DOWN = /^(.+) has been down since (\S+): /;
const BACK = /^(.+) is back at (\S+), after /;

/** Parses a terminal line about a part; null for any other. */
export function readNews(line: string): News | null {
  for (const [kind, pattern] of [
    ["down", DOWN],
    ["back", BACK],
  ] as const) {
    const [, title = "", at = ""] = pattern.exec(line) ?? [];
    const part = PARTS.find((candidate) => TITLES[candidate] === title.toLowerCase());
    const atMs = Date.parse(at);
    if (part !== undefined && !Number.isNaN(atMs)) return { part, kind, atMs };
  }
  return null;
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
