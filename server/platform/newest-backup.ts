import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * The name of a scheduled backup, which is complete when its description exists, and unverified under another name
 * (decision 0271).
 */
const SCHEDULED = /^paydeck-\d{8}T\d{6}Z-[a-z]+(\.age)?$/;

/**
 * When the newest backup in a folder was written; null when there is none. Rejects when the folder cannot be read.
 * Hidden files do not count: a backup is written as a hidden draft first.
 */
export async function readNewestBackup(folder: string, now: Date): Promise<Date | null> {
  const names = await readdir(folder);
  const isComplete = (name: string): boolean =>
    !name.startsWith(".") &&
    !name.endsWith(".json") &&
    (!SCHEDULED.test(name) || names.includes(`${name}.json`));
  const files = await Promise.all(
    names.filter(isComplete).map((name) => stat(join(folder, name)).catch(() => null)),
  );
  const times = files.flatMap((file) =>
    file !== null && file.isFile() && file.size > 0 ? [new Date(file.mtimeMs)] : [],
  );
  return newestOf(times, now);
}

/** Another machine's clock. */
const CLOCK_DIFFERENCE_MS = 60 * 60_000;

/** A time in the future was written by a clock that was wrong: it would hide that backups stopped until it has come. */
export function isCredible(at: Date, now: Date): boolean {
  return at.getTime() <= now.getTime() + CLOCK_DIFFERENCE_MS;
}

export function newestOf(times: readonly Date[], now: Date): Date | null {
  const past = times.filter((at) => isCredible(at, now)).map((at) => at.getTime());
  return past.length === 0 ? null : new Date(Math.max(...past));
}
