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

export type ProgramOptions = {
  /** A file of `dist/`, without its ending. */
  program: "routing" | "dashboard";
  args?: readonly string[];
  env: Record<string, string>;
  logFile: string;
};

/** A program of the product as a process of its own; it ends with the one that started it. */
export type Program = {
  /** Undefined for one that could not even be launched. */
  pid: number | undefined;
  /** Rejects with its own words when it cannot start. */
  ready: Promise<void>;
  exited: Promise<void>;
  /** Ends it as kill -9 does, and waits until it is gone. False when it was gone already. */
  kill(): Promise<boolean>;
  wasKilled(): boolean;
  /** Ends it in order. */
  stop(): Promise<void>;
};

export async function launchProgram({ program, args = [], env, logFile }: ProgramOptions): Promise<Program> {
  await mkdir(dirname(logFile), { recursive: true });
  const log = await open(logFile, "a", 0o600);
  let child: ChildProcess;
  try {
    child = fork(join(projectRoot(), "dist", `${program}.js`), args, {
      env: { ...inheritedEnv(), NODE_ENV: "production", ...env },
      // Its own process group: Ctrl-C reaches the command only, which ends what it started.
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
      const told = messageSchema.safeParse(message);
      if (!told.success) return;
      if (told.data.type === "ready") resolve();
      else reject(new Error(`${program} did not start: ${told.data.message} (see ${logFile})`));
    });
    void exited.then(() => reject(new Error(`${program} ended before it was ready (see ${logFile})`)));
  });
  // Whoever waits for it is told; nobody has to.
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
