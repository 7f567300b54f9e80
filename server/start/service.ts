import { type ChildProcess, fork } from "node:child_process";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import {
  type KeepEvent,
  keepRunning,
  type ProcessRun,
  type StartAttempt,
  type StartRequest,
} from "@/server/platform/keep-running";
import {
  type FailureCause,
  type LifecycleMessage,
  type OnStep,
  StartupError,
} from "@/server/platform/lifecycle";
import { createLogger, limited } from "@/server/platform/log";
import { appendToLog } from "@/server/platform/log-file";
import type { PartsMessage } from "@/server/platform/parts";
import { shortText } from "@/server/platform/short-line";

type ServiceOptions = {
  /** The name shown to people: "The dashboard". */
  name: string;
  program: string;
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Null: inherits this process's output. */
  logFile: string | null;
  /** Gets the lines of its log as well; only with a log file. */
  onOutput?: (text: string) => void;
  onEvent: (event: KeepEvent) => void;
};

/** One of the two systems as a process that is kept running. */
export type Service = {
  /** Its URL, once it is ready for the first time. Rejects with a StartupError when it cannot start. */
  url: Promise<string>;
  /** Sends it which other parts are down, for its readiness endpoint. */
  notify(message: PartsMessage): void;
  stop(): Promise<void>;
  kill(): void;
};

/** Longer than a system needs at most to finish its requests in progress (`runSystem`). */
const STOP_LIMIT_MS = 20_000;
/** For what a system wrote before it ended; a process that it has left behind may keep the pipe open. */
const LAST_LINES_LIMIT_MS = 10_000;

const messageSchema: z.ZodType<LifecycleMessage> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("step"), step: z.string().nullable() }),
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({
    type: z.literal("failed"),
    message: z.string(),
    cause: z.enum(["person", "port", "outage", "bug"]),
  }),
]);

/**
 * The result of a start: its own message, or how it ended without one. No timeout, because it may migrate a large
 * database.
 */
type Readiness =
  | Exclude<LifecycleMessage, { type: "step" }>
  | { type: "ended"; how: string; wasKilled: boolean };

/**
 * Starts a system and restarts it whenever it ends, such as by kill -9. Stops only when a restart cannot help: after a
 * failure that needs a person and, at the first start, when a port is in use or the program ends without being killed.
 */
export function startService(options: ServiceOptions): Service {
  let url: string | null = null;
  let child: ChildProcess | null = null;

  const start = async ({ isFirst, signal, onStep }: StartRequest): Promise<StartAttempt> => {
    const launched = launch(options, onStep);
    child = launched.child;
    const abort = (): void => void launched.child.kill("SIGKILL");
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
    const readiness = await launched.readiness;
    signal.removeEventListener("abort", abort);
    if (readiness.type === "ready") {
      url ??= readiness.url;
      return { kind: "started", run: launched.run };
    }
    launched.run.kill();
    await launched.run.ended;
    return {
      kind: "failed",
      problem: problemOf(readiness),
      isFinal: isFinal(readiness, isFirst),
      wasKilled: readiness.type === "ended" && readiness.wasKilled,
    };
  };

  const kept = keepRunning(start, options.onEvent);
  const firstUrl = kept.firstStart.then((outcome) => {
    switch (outcome.kind) {
      case "started":
        return url ?? "";
      case "lost":
        throw new StartupError(`${options.name} did not start: ${outcome.problem}${seeLog(options)}`);
      case "stopped":
        throw new StartupError(`${options.name} was stopped while it started.`);
    }
  });
  // Prevents an unhandled rejection when no caller awaits it.
  firstUrl.catch(() => undefined);
  return {
    url: firstUrl,
    notify(message) {
      if (child?.connected === true) child.send(message, () => undefined);
    },
    stop: () => kept.stop(),
    kill: () => kept.kill(),
  };
}

function seeLog({ logFile }: ServiceOptions): string {
  return logFile === null ? "" : ` (see ${logFile})`;
}

function problemOf(readiness: Exclude<Readiness, { type: "ready" }>): string {
  switch (readiness.type) {
    case "failed":
      return readiness.message;
    case "ended":
      return `${readiness.how} while it started`;
  }
}

function isFinal(readiness: Exclude<Readiness, { type: "ready" }>, isFirst: boolean): boolean {
  switch (readiness.type) {
    case "failed":
      return needsPerson(readiness.cause, isFirst);
    case "ended":
      return isFirst && !readiness.wasKilled;
  }
}

function needsPerson(cause: FailureCause, isFirst: boolean): boolean {
  switch (cause) {
    case "person":
      return true;
    case "port":
    case "bug":
      return isFirst;
    case "outage":
      return false;
  }
}

type Launched = { child: ChildProcess; run: ProcessRun; readiness: Promise<Readiness> };

function launch({ program, args = [], env, logFile, onOutput }: ServiceOptions, onStep: OnStep): Launched {
  const output = logFile === null ? "inherit" : "pipe";
  const child = fork(program, args, {
    env,
    // A separate process group: Ctrl-C in a terminal reaches only this process, which stops the systems in order.
    detached: true,
    stdio: ["ignore", output, output, "ipc"],
  });
  const allLines = logFile === null ? null : keepLines(child, logFile, onOutput);
  if (logFile !== null) keepLastWords(child, program, logFile, onOutput);
  const exited = new Promise<{ how: string; wasKilled: boolean }>((resolve) => {
    child.once("exit", (code, signal) =>
      resolve(
        signal === null
          ? { how: `it ended with code ${code ?? "unknown"}`, wasKilled: false }
          : { how: `it was killed (${signal})`, wasKilled: true },
      ),
    );
    child.once("error", (error) => resolve({ how: `it failed (${error.message})`, wasKilled: false }));
  });
  const ended = exited.then(async (end) => {
    await Promise.race([allLines, sleep(LAST_LINES_LIMIT_MS, null, { ref: false })]);
    return end;
  });
  const run: ProcessRun = {
    ended: ended.then(({ how }) => how),
    async stop() {
      child.kill("SIGTERM");
      // A child that is running has read this variable as a number.
      const delayMs = Number(env.SHUTDOWN_DELAY_MS ?? 0);
      const limit = setTimeout(() => child.kill("SIGKILL"), STOP_LIMIT_MS + delayMs);
      await ended;
      clearTimeout(limit);
    },
    kill: () => void child.kill("SIGKILL"),
  };
  return { child, run, readiness: readinessOf(child, ended, onStep) };
}

/**
 * Writes the log of a system in whole lines, so that a file is set aside between two of them (decision 0407). Resolves when
 * all are written.
 */
function keepLines(
  { stdout }: ChildProcess,
  logFile: string,
  onOutput: ServiceOptions["onOutput"],
): Promise<void> {
  let begun = "";
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    onOutput?.(text);
    const end = text.lastIndexOf("\n") + 1;
    if (end > 0) append(logFile, begun + text.slice(0, end));
    begun = end > 0 ? text.slice(end) : begun + text;
  });
  return new Promise((resolve) => {
    stdout?.once("close", () => {
      if (begun !== "") append(logFile, `${begun}\n`);
      resolve();
    });
  });
}

/**
 * A system logs to standard output. Standard error contains what the logger could not catch, such as V8's stack when
 * memory runs out; it is written to the log as log lines (decision 0221).
 */
function keepLastWords(
  child: ChildProcess,
  program: string,
  logFile: string,
  onOutput: ServiceOptions["onOutput"],
): void {
  const write = (line: string): void => {
    append(logFile, line);
    onOutput?.(line);
  };
  const log = limited(createLogger(basename(program, ".js"), "warn", { write }));
  child.stderr?.on("data", (chunk: Buffer) => {
    log.error({ of: child.pid, text: shortText(chunk.toString("utf8").trimEnd()) }, "printed");
  });
}

function append(logFile: string, text: string): void {
  try {
    appendToLog(logFile, text);
  } catch {
    // A full disk or a removed folder must not end everything that is kept running here.
    process.stderr.write(text);
  }
}

function readinessOf(
  child: ChildProcess,
  ended: Promise<{ how: string; wasKilled: boolean }>,
  onStep: OnStep,
): Promise<Readiness> {
  return new Promise((resolve) => {
    child.on("message", (message) => {
      const { data } = messageSchema.safeParse(message);
      if (data?.type === "step") onStep(data.step);
      else if (data !== undefined) resolve(data);
    });
    void ended.then((end) => resolve({ type: "ended", ...end }));
  });
}
