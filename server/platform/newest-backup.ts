import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * When the newest backup in a folder was written; null when there is none. Rejects when the folder cannot be read.
 * Hidden files do not count: `npm run backup` writes a draft under a hidden name first.
 */
export async function readNewestBackup(folder: string): Promise<Date | null> {
  const names = await readdir(folder);
  const files = await Promise.all(
    names.filter((name) => !name.startsWith(".")).map((name) => stat(join(folder, name)).catch(() => null)),
  );
  const times = files.flatMap((file) =>
    file !== null && file.isFile() && file.size > 0 ? [file.mtimeMs] : [],
  );
  return times.length === 0 ? null : new Date(Math.max(...times));
}
