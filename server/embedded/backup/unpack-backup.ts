import { commandsHere } from "@/server/platform/commands-here";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chown, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import { StartupError } from "@/server/platform/lifecycle";
import type { Account } from "../account";
import { type About, aboutSchema, ENTRIES } from "./backup-file";
import { CutOffError } from "./byte-reader";
import { faultOfFiles } from "./manifest";
import { readTar, TarError, type TarItem } from "./tar";

type Unpacked = { about: About; secrets: string };

const SMALL_FILE_LIMIT_BYTES = 1_048_576;
const MANIFEST_LIMIT_BYTES = 67_108_864;

/**
 * Unpacks a backup's cluster into a new folder owned by `account` and checks every file against the list that Postgres
 * wrote. Throws {@link StartupError} for an incomplete or invalid backup; the caller then deletes the folder.
 */
export async function unpackBackup(file: string, folder: string, account: Account): Promise<Unpacked> {
  const texts = new Map<string, string>();
  const seen = new Map<string, { size: number; sha256: string }>();
  try {
    const unzipped = createReadStream(file).on("error", (error) => unzip.destroy(error));
    const unzip = createGunzip();
    for await (const item of readTar(unzipped.pipe(unzip))) {
      const path = pathInCluster(item.name);
      if (path === null) texts.set(item.name, await readSmall(item));
      else if (item.isFolder) await makeFolder(join(folder, path), account);
      else seen.set(path, await writeFile(join(folder, path), item, account));
    }
  } catch (error) {
    throw inWords(error, file);
  }
  const about = aboutSchema.safeParse(parseJson(texts.get(ENTRIES.about)));
  const secrets = texts.get(ENTRIES.secrets);
  const manifest = texts.get(ENTRIES.manifest);
  if (!about.success || secrets === undefined) throw notABackup(file);
  const fault = manifest === undefined ? "its end is missing" : faultOfFiles(manifest, seen);
  if (fault !== null) throw damaged(file, fault);
  return { about: about.data, secrets };
}

/** Null for entries outside the cluster. A name cannot lead out of the folder. */
function pathInCluster(name: string): string | null {
  const [top, ...rest] = name.split("/");
  if (rest.some((part) => part === "" || part === "." || part === "..")) {
    throw new TarError("a name leads elsewhere");
  }
  return top === ENTRIES.cluster ? rest.join("/") : null;
}

async function makeFolder(path: string, account: Account): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account !== null) await chown(path, account.uid, account.gid);
}

/** Not synced here: Postgres syncs its whole folder before a recovery, and every restore runs one. */
async function writeFile(
  path: string,
  { body, size }: TarItem,
  account: Account,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash("sha256");
  const file = await open(path, "wx", 0o600);
  try {
    for await (const part of body) {
      hash.update(part);
      await file.writeFile(part);
    }
    if (account !== null) await file.chown(account.uid, account.gid);
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest("hex") };
}

async function readSmall({ name, size, body }: TarItem): Promise<string> {
  const limit = name === ENTRIES.manifest ? MANIFEST_LIMIT_BYTES : SMALL_FILE_LIMIT_BYTES;
  if (size > limit) throw new TarError(`${name} is too large`);
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function inWords(error: unknown, file: string): unknown {
  if (error instanceof CutOffError) return damaged(file, "it is cut off");
  if (error instanceof TarError) return damaged(file, error.message);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "Z_BUF_ERROR") return damaged(file, "it is cut off");
  if (code === "Z_DATA_ERROR") return notABackup(file);
  if (code === "ENOENT" || code === "EACCES" || code === "EISDIR") {
    return new StartupError(`${file} cannot be read (${code}).`);
  }
  return error;
}

function damaged(file: string, fault: string): StartupError {
  return new StartupError(`${file} is damaged: ${fault}. Nothing was changed; use another backup.`);
}

function notABackup(file: string): StartupError {
  return new StartupError(
    commandsHere(`${file} is not a backup made by npm run backup, or it is damaged. Nothing was changed.`),
  );
}
