import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { writeFileDurably } from "@/server/platform/write-file";
import { processIdentity } from "@/server/setup/folder-lock.mjs";

/**
 * A backup is written to a hidden draft next to its file, which may be on any disk. A note in the data folder contains
 * the draft's path, from before the draft is created until it is removed, so that its secrets do not stay behind when
 * the process is killed.
 */
const NOTES = "backup-drafts";

const noteSchema = z.object({ draft: z.string(), pid: z.number().int(), identity: z.string() });

/** Only files with such a name are removed, whatever a note contains. */
const DRAFT = /^\..+\.[0-9a-f]{12}\.draft$/;

export function draftPath(file: string): string {
  const path = resolve(file);
  return join(dirname(path), `.${basename(path)}.${randomBytes(6).toString("hex")}.draft`);
}

/** Returns a function that removes the note; call it when the draft is removed. */
export async function recordDraft(folder: string, draft: string): Promise<() => Promise<void>> {
  await mkdir(join(folder, NOTES), { recursive: true, mode: 0o700 });
  const path = join(folder, NOTES, `${randomBytes(6).toString("hex")}.json`);
  const note = { draft, pid: process.pid, identity: processIdentity(process.pid) ?? "" };
  await writeFileDurably(path, `${JSON.stringify(note)}\n`, 0o600);
  return () => rm(path, { force: true });
}

/**
 * Removes the drafts of backups whose process ended without removing them. A draft that cannot be removed now keeps its
 * note, so the next start and the next backup try again.
 */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  const names = await readdir(join(folder, NOTES)).catch(() => []);
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    const path = join(folder, NOTES, name);
    const note = noteSchema.safeParse(parseJson(await readFile(path, "utf8").catch(() => "")));
    if (note.success && processIdentity(note.data.pid) === note.data.identity) continue;
    const draft = note.success && DRAFT.test(basename(note.data.draft)) ? note.data.draft : null;
    const isGone = draft === null || (await removed(draft));
    if (isGone) await rm(path, { force: true });
  }
}

function removed(path: string): Promise<boolean> {
  return rm(path, { force: true }).then(
    () => true,
    () => false,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
