import { type ChildProcess, fork } from "node:child_process";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { projectRoot } from "@/server/platform/root";
import { inheritedEnv } from "../env";

const messageSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("ready"), url: z.string() }),
  z.object({ type: z.literal("failed"), message: z.string() }),
]);

type ProgramOptions = {
  /** A file of `dist/`, without its extension. */
  program: "routing" | "dashboard";
  args?: readonly string[];
  env: Record<string, string>;
  logFile: string;
};

/** A program of the product as a separate process; it ends with its parent. */
export type Program = {
  /** Undefined when it could not even be started. */
  pid: number | undefined;
  /** Rejects with the program's own message when it cannot start. */
  ready: Promise<void>;
  exited: Promise<void>;
  /** Ends it with kill -9 and waits until it has ended. False when it had already ended. */
  kill(): Promise<boolean>;
  wasKilled(): boolean;
  /** Shuts it down. */
  stop(): Promise<void>;
};

export async function launchProgram({ program, args = [], env, logFile }: ProgramOptions): Promise<Program> {
  await mkdir(dirname(logFile), { recursive: true });
  const log = await open(logFile, "a", 0o600);
  let child: ChildProcess;
  try {
    child = fork(join(projectRoot(), "dist", `${program}.js`), args, {
      env: { ...inheritedEnv(), NODE_ENV: "production", ...env },
      // A separate process group: Ctrl-C reaches only the command, which stops what it started.
      detached: true,
      stdio: ["ignore", log.fd, log.fd, "ipc"],
    });
  } finally {
    await log.close();
  }
  const exited = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.on("message", (message) => {
      const parsed = messageSchema.safeParse(message);
      if (!parsed.success) return;
      if (parsed.data.type === "ready") resolve();
      else reject(new Error(`${program} did not start: ${parsed.data.message} (see ${logFile})`));
    });
    void exited.then(() => reject(new Error(`${program} ended before it was ready (see ${logFile})`)));
  });
  // Prevents an unhandled rejection when no caller awaits it.
  ready.catch(() => undefined);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  let wasKilled = false;
  return {
    pid: child.pid,
    ready,
    exited,
    wasKilled: () => wasKilled,
    async kill() {
      const isOurs = !hasEnded() && child.kill("SIGKILL");
      wasKilled ||= isOurs;
      await exited;
      return isOurs;
    },
    async stop() {
      if (!hasEnded()) child.kill("SIGTERM");
      await exited;
    },
  };
}
