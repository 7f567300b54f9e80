import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFileDurably } from "@/server/platform/write-file";

/** Stands in a data folder from the restore of a backup until a person has compared refunds (decision 0237). */
const MARK = "refunds-held";

export function holdRefunds(folder: string, backupMadeAt: string): Promise<void> {
  return writeFileDurably(join(folder, MARK), `${backupMadeAt}\n`, 0o600);
}

/** When the backup was made; null where refunds are not held. */
export async function readHeldRefunds(folder: string): Promise<string | null> {
  const text = await readFile(join(folder, MARK), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : text.trim();
}

export function releaseRefunds(folder: string): Promise<void> {
  return rm(join(folder, MARK), { force: true });
}
