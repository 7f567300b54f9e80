import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { randomBytes } from "node:crypto";

/** Replaces a file completely or not at all, whatever is killed or loses power meanwhile. */
export async function writeFileDurably(path: string, text: string, mode: number): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString("hex")}.draft`;
  try {
    const file = await open(draft, "wx", mode);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Makes renames in a folder durable. Not every file system can sync a folder; those need it least. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync().catch(() => undefined);
  } finally {
    await handle.close();
  }
}
