import { execFile } from "node:child_process";
import { readFile, realpath, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { StartupError } from "@/server/platform/lifecycle";
import { processIdentity } from "@/server/setup/folder-lock.mjs";
import { isHeld } from "@/server/setup/living-socket.mjs";
import { livingSocketPath, pidFilePath, readPidFile } from "./pid-file";

const run = promisify(execFile);

const FAST_STOP_LIMIT_MS = 20_000;
const IMMEDIATE_STOP_LIMIT_MS = 10_000;
/** Backends of a killed server end within moments. */
const OLD_BACKENDS_LIMIT_MS = 20_000;
/** The number is above the maximum process id (Linux: 2^22), so no process has it. */
const NOBODYS_PID = 2_147_483_647;

/**
 * Cleans up after a killed run of Postgres on this folder; the caller holds the folder's lock, so no one else uses it.
 * Shuts down a server that still runs. Throws {@link StartupError} when it cannot, for example because the server is in
 * another container, where its process id means something else. A leftover `postmaster.pid` is changed to an unused
 * process id: its id may belong to another program or to a zombie by now, and Postgres would refuse to start. The file
 * is not deleted, because Postgres finds orphaned backends through its other lines.
 */
export async function clearOrphan(dataFolder: string): Promise<void> {
  const left = await readPidFile(dataFolder);
  const isRunning =
    left !== null && processIdentity(left.pid) !== null && (await isPostgresOf(left.pid, dataFolder));
  if (isRunning) await stopProcess(left.pid, dataFolder);
  const socket = livingSocketPath(dataFolder);
  if (!(await becomesTrue(async () => !(await isHeld(socket)), OLD_BACKENDS_LIMIT_MS))) {
    throw new StartupError(
      `A Postgres of an earlier run still works on ${dataFolder}, in another container or without its server. End it, then start again.`,
    );
  }
  await rm(socket, { force: true });
  await disownPidFile(dataFolder);
}

async function stopProcess(pid: number, dataFolder: string): Promise<void> {
  const identity = processIdentity(pid);
  const hasEnded = (): Promise<boolean> => Promise.resolve(processIdentity(pid) !== identity);
  const steps = [
    { signal: "SIGINT", limitMs: FAST_STOP_LIMIT_MS },
    { signal: "SIGQUIT", limitMs: IMMEDIATE_STOP_LIMIT_MS },
  ] as const;
  for (const { signal, limitMs } of steps) {
    if (!trySignal(pid, signal)) break;
    if (await becomesTrue(hasEnded, limitMs)) return;
  }
  if (await hasEnded()) return;
  throw new StartupError(
    `A Postgres of an earlier run (pid ${pid}) still works on ${dataFolder} and does not stop. End it, then start again.`,
  );
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function becomesTrue(condition: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (performance.now() < end) {
    if (await condition()) return true;
    await sleep(20);
  }
  return condition();
}

async function isPostgresOf(pid: number, dataFolder: string): Promise<boolean> {
  const args = await commandLine(pid);
  const [program = ""] = args;
  if (!basename(program).startsWith("postgres")) return false;
  const folders = new Set([dataFolder, await realpath(dataFolder)]);
  return args.some((arg) => folders.has(arg));
}

async function commandLine(pid: number): Promise<string[]> {
  try {
    if (process.platform === "linux") return (await readFile(`/proc/${pid}/cmdline`, "utf8")).split("\0");
    return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout.trim().split(" ");
  } catch {
    return [];
  }
}

async function disownPidFile(dataFolder: string): Promise<void> {
  if ((await readPidFile(dataFolder)) === null) return;
  const path = pidFilePath(dataFolder);
  const [, ...rest] = (await readFile(path, "utf8")).split("\n");
  await writeFile(path, [NOBODYS_PID, ...rest].join("\n"));
}
