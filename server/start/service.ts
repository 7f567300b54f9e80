import { type ChildProcess, fork } from "node:child_process";
import { open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type LifecycleMessage, StartupError } from "@/server/platform/lifecycle";

export type ServiceOptions = {
  /** As people read it: "The dashboard". */
  name: string;
  program: string;
  env: NodeJS.ProcessEnv;
  logFile: string;
  onEvent: (event: ServiceEvent) => void;
};

/** `gave_up`: it ended too often and is not started again. */
export type ServiceEvent = { kind: "ended" } | { kind: "restarted" } | { kind: "gave_up" };

/** One of the two systems as a process, kept running. */
export type Service = { url: string; stop(): Promise<void>; kill(): void };

const READY_LIMIT_MS = 120_000;
/** Longer than a system takes at most to finish what is in flight (`runSystem`). */
const STOP_LIMIT_MS = 20_000;
const MAX_ENDS = 6;
const ENDS_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 200;

const messageSchema: z.ZodType<LifecycleMessage> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);

type Process = { child: ChildProcess; ended: Promise<void>; readiness: Promise<LifecycleMessage> };

/**
 * Starts a system and returns when it is ready; throws its own words when it is not. A process that ends by itself
 * later, by kill -9 for one, is started again after a growing pause.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  let current = await launch(options);
  let isStopping = false;
  const stopping = new AbortController();
  const first = await current.readiness;
  if (first.type === "failed") {
    current.child.kill("SIGKILL");
    throw new StartupError(`${options.name} did not start: ${first.message} (see ${options.logFile})`);
  }

  const watch = async (): Promise<void> => {
    let ends: number[] = [];
    for (;;) {
      await current.ended;
      if (isStopping) return;
      ends = [...ends, performance.now()].filter((at) => at > performance.now() - ENDS_WINDOW_MS);
      if (ends.length > MAX_ENDS) {
        options.onEvent({ kind: "gave_up" });
        return;
      }
      if (ends.length === 1) options.onEvent({ kind: "ended" });
      await sleep(FIRST_PAUSE_MS * 2 ** (ends.length - 1), null, { signal: stopping.signal }).catch(
        () => null,
      );
      if (isStopping) return;
      current = await launch(options);
      if (isStopping) current.child.kill("SIGTERM");
      else if ((await current.readiness).type === "failed") current.child.kill("SIGKILL");
      else options.onEvent({ kind: "restarted" });
    }
  };
  const watching = watch().catch(() => options.onEvent({ kind: "gave_up" }));

  return {
    url: first.url,
    async stop() {
      isStopping = true;
      stopping.abort();
      current.child.kill("SIGTERM");
      const limit = setTimeout(() => current.child.kill("SIGKILL"), STOP_LIMIT_MS);
      await watching;
      await current.ended;
      clearTimeout(limit);
    },
    kill() {
      isStopping = true;
      current.child.kill("SIGKILL");
    },
  };
}

async function launch({ program, env, logFile }: ServiceOptions): Promise<Process> {
  const log = await open(logFile, "a", 0o600);
  try {
    const child = fork(program, {
      env,
      // Its own process group: Ctrl-C in a terminal reaches the starter only, which stops the systems in order.
      detached: true,
      stdio: ["ignore", log.fd, log.fd, "ipc"],
    });
    const ended = new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.once("error", () => resolve());
    });
    return { child, ended, readiness: readinessOf(child, ended) };
  } finally {
    await log.close();
  }
}

function readinessOf(child: ChildProcess, ended: Promise<void>): Promise<LifecycleMessage> {
  return new Promise((resolve) => {
    const settle = (message: LifecycleMessage): void => {
      clearTimeout(limit);
      resolve(message);
    };
    const limit = setTimeout(
      () => settle({ type: "failed", message: `it was not ready after ${READY_LIMIT_MS / 1000} s` }),
      READY_LIMIT_MS,
    );
    child.on("message", (message) => {
      const parsed = messageSchema.safeParse(message);
      if (parsed.success) settle(parsed.data);
    });
    void ended.then(() => settle({ type: "failed", message: "it ended at once" }));
  });
}
