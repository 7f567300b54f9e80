import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The relevant lines of Postgres' `postmaster.pid`: process id, port, and whether the start is complete. */
type PidFile = { pid: number; port: number; isReady: boolean };

export function pidFilePath(dataFolder: string): string {
  return join(dataFolder, "postmaster.pid");
}

/** Held by Postgres and every process that it started, so that it is known in each container whether one lives. */
export function livingSocketPath(dataFolder: string): string {
  return `${dataFolder}.socket`;
}

/** Null when there is none, or while it is being written. */
export async function readPidFile(dataFolder: string): Promise<PidFile | null> {
  const text = await readFile(pidFilePath(dataFolder), "utf8").catch(() => null);
  if (text === null) return null;
  const lines = text.split("\n");
  const pid = Number.parseInt(lines[0] ?? "", 10);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  return { pid, port: Number.parseInt(lines[3] ?? "", 10), isReady: lines[7]?.trim() === "ready" };
}
