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
  /** Ends it as kill -9 does, and waits until it is gone. False when it was gone already. */
  kill(): Promise<boolean>;
  /** Ends it in order. */
  stop(): Promise<void>;
  hasEnded(): boolean;
};

/** Returns when it says that it is ready; throws its own words when it cannot start. */
export async function startProgram({ program, args = [], env, logFile }: ProgramOptions): Promise<Program> {
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
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await new Promise<void>((resolve, reject) => {
    child.on("message", (message) => {
      const told = messageSchema.safeParse(message);
      if (!told.success) return;
      if (told.data.type === "ready") resolve();
      else reject(new Error(`${program} did not start: ${told.data.message} (see ${logFile})`));
    });
    void exited.then(() => reject(new Error(`${program} ended before it was ready (see ${logFile})`)));
  });
  return {
    hasEnded,
    async kill() {
      const isOurs = !hasEnded() && child.kill("SIGKILL");
      await exited;
      return isOurs;
    },
    async stop() {
      if (!hasEnded()) child.kill("SIGTERM");
      await exited;
    },
  };
}
