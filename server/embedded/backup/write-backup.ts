import { createWriteStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { dirname, posix } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { StartupError } from "@/server/platform/lifecycle";
import { syncFolder } from "@/server/platform/write-file";
import { type About, ENTRIES } from "./backup-file";
import { takeBaseBackup } from "./base-backup";
import { draftPath, recordDraft } from "./drafts";
import { readTar, TAR_END, tarHeader, tarPadding } from "./tar";

type BackupContents = {
  /** The data folder: it contains a note of the draft's path until the draft is removed. */
  folder: string;
  adminUrl: string;
  about: About;
  secrets: string;
};

/**
 * Writes a backup of a running cluster to a new file that only its owner can read. The file appears complete or not at
 * all; an existing one is not replaced. Throws {@link StartupError} for a problem that a person has to solve.
 */
export async function writeBackup(path: string, contents: BackupContents): Promise<void> {
  const draft = draftPath(path);
  const removeNote = await recordDraft(contents.folder, draft);
  try {
    const target = createWriteStream(draft, { flags: "wx", mode: 0o600 });
    await pipeline(Readable.from(tarOf(contents)), createGzip({ level: 1 }), target);
    await syncFile(draft);
    // Unlike a rename, a link never replaces a file created meanwhile.
    await link(draft, path);
  } catch (error) {
    throw inWords(error, path);
  } finally {
    await rm(draft, { force: true });
    await removeNote();
  }
  await syncFolder(dirname(path));
}

async function* tarOf({ adminUrl, about, secrets }: BackupContents): AsyncGenerator<Buffer> {
  yield* smallFile(ENTRIES.about, `${JSON.stringify(about)}\n`);
  yield* smallFile(ENTRIES.secrets, secrets);
  const backup = await takeBaseBackup(adminUrl);
  yield tarHeader({ name: ENTRIES.cluster, isFolder: true, size: 0 });
  for await (const entry of readTar(backup.files)) {
    yield tarHeader({ ...entry, name: posix.join(ENTRIES.cluster, entry.name) });
    yield* entry.body;
    yield tarPadding(entry.size);
  }
  yield* smallFile(ENTRIES.manifest, await backup.manifest);
  yield TAR_END;
}

function* smallFile(name: string, text: string): Generator<Buffer> {
  const body = Buffer.from(text, "utf8");
  yield tarHeader({ name, isFolder: false, size: body.length });
  yield body;
  yield tarPadding(body.length);
}

async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function inWords(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EEXIST":
      return new StartupError(`${path} exists already. Name another file; a backup never replaces one.`);
    case "ENOENT":
    case "ENOTDIR":
    case "EACCES":
    case "EPERM":
    case "EROFS":
    case "ENOSPC":
      return new StartupError(`${path} cannot be written (${code}). Name a file in a folder that can be.`);
    case "XX001":
      return new StartupError(
        "The database holds a page whose checksum is wrong: its disk has damaged it. Nothing was backed up. " +
          "Keep the backups that there are, and restore the newest good one.",
      );
    default:
      return error;
  }
}
