import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { readTar, TAR_END, tarHeader, tarPadding } from "@/server/embedded/backup/tar";
import { StartupError } from "@/server/platform/lifecycle";
import { ofAnotherCommit, readApplied } from "@/server/platform/migrations";
import { DATABASES, type DatabaseName, type DatabaseUrls, withClient } from "../databases";
import { runPgTool } from "./pg-tools";

/**
 * A backup of external databases is one tar: what it is, the dump of each database in pg_dump's own format, and last
 * their checksums, so that a truncated file is detected by its missing end.
 */
const ABOUT = "paydeck-dumps.json";
const CHECKSUMS = "checksums.json";
const dumpOf = (name: DatabaseName): string => `${name}.dump`;

/**
 * The rows of `schema_migrations` in each database: a restore refuses a backup of another commit before it changes
 * anything.
 */
const migrationsSchema = z.array(z.object({ name: z.string(), checksum: z.string().nullable() })).nullable();
const aboutSchema = z.object({
  format: z.literal(2),
  madeAt: z.iso.datetime(),
  migrations: z.partialRecord(z.enum(DATABASES), migrationsSchema),
});
/** Commits before the baseline wrote no migrations (decision 0398). */
const earlierSchema = z.object({ format: z.literal(1) });
const checksumsSchema = z.record(z.string(), z.string());
const SMALL_LIMIT_BYTES = 65_536;

/** Dumps one database after the other: each is of one moment, and the two are not of the same. */
export async function writeDumps(
  file: string,
  options: { urls: DatabaseUrls; workFolder: string; madeAt: Date; environment: NodeJS.ProcessEnv },
): Promise<void> {
  const { urls, workFolder, environment } = options;
  const names = DATABASES.filter((name) => urls[name] !== undefined);
  const parts: { entry: string; path: string; size: number }[] = [];
  const migrations: UnpackedDumps["migrations"] = {};
  for (const name of names) {
    const path = join(workFolder, dumpOf(name));
    const url = urls[name] ?? "";
    migrations[name] = await withClient(url, (client) => readApplied(client));
    const args = ["--format=custom", "--no-owner", "--no-privileges", `--file=${path}`];
    await runPgTool("pg_dump", [...args, ...(await withoutCitus(url))], { url, environment });
    parts.push({ entry: dumpOf(name), path, size: (await stat(path)).size });
  }
  const about = { format: 2, madeAt: options.madeAt.toISOString(), migrations };
  await pipeline(
    Readable.from(tarOf(JSON.stringify(about), parts)),
    createWriteStream(file, { flags: "wx", mode: 0o600 }),
  );
  for (const { path } of parts) await rm(path);
}

/**
 * Arguments that leave Citus out of a dump, so that any Postgres can restore it: its tables are dumped as plain ones.
 * pg_dump cannot exclude an extension before version 17, but name those to dump.
 */
async function withoutCitus(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ name: string }>("select extname as name from pg_extension"),
  );
  const names = rows.map(({ name }) => name);
  if (!names.includes("citus")) return [];
  return names.filter((name) => !name.startsWith("citus")).map((name) => `--extension=${name}`);
}

async function* tarOf(
  about: string,
  parts: readonly { entry: string; path: string; size: number }[],
): AsyncGenerator<Buffer> {
  yield* smallFile(ABOUT, about);
  const checksums: Record<string, string> = {};
  for (const { entry, path, size } of parts) {
    yield tarHeader({ name: entry, isFolder: false, size });
    const hash = createHash("sha256");
    for await (const part of createReadStream(path) as AsyncIterable<Buffer>) {
      hash.update(part);
      yield part;
    }
    yield tarPadding(size);
    checksums[entry] = hash.digest("hex");
  }
  yield* smallFile(CHECKSUMS, JSON.stringify(checksums));
  yield TAR_END;
}

function* smallFile(name: string, text: string): Generator<Buffer> {
  const body = Buffer.from(text, "utf8");
  yield tarHeader({ name, isFolder: false, size: body.length });
  yield body;
  yield tarPadding(body.length);
}

export type UnpackedDumps = {
  madeAt: Date;
  files: Partial<Record<DatabaseName, string>>;
  migrations: z.infer<typeof aboutSchema>["migrations"];
};

/** Null when the file is another kind of backup. Throws {@link StartupError} when it is damaged, or of an earlier commit. */
export async function unpackDumps(file: string, folder: string): Promise<UnpackedDumps | null> {
  const files: UnpackedDumps["files"] = {};
  const seen: Record<string, string> = {};
  let about: z.infer<typeof aboutSchema> | null = null;
  let expected: Record<string, string> | null = null;
  try {
    for await (const { name, size, body } of readTar(createReadStream(file))) {
      if (about === null) {
        if (name !== ABOUT) return null;
        const given: unknown = JSON.parse(await readSmall(body, size));
        if (earlierSchema.safeParse(given).success) throw new StartupError(ofAnotherCommit(file));
        about = aboutSchema.parse(given);
        continue;
      }
      const database = DATABASES.find((each) => dumpOf(each) === name);
      if (database !== undefined) {
        const path = join(folder, name);
        const hash = createHash("sha256");
        const hashed = Readable.from(body).on("data", (part: Buffer) => hash.update(part));
        await pipeline(hashed, createWriteStream(path, { flags: "wx", mode: 0o600 }));
        seen[name] = hash.digest("hex");
        files[database] = path;
      } else if (name === CHECKSUMS)
        expected = checksumsSchema.parse(JSON.parse(await readSmall(body, size)));
    }
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // A gzipped file is no tar: a backup of the embedded databases.
    if (about === null) return null;
    throw damaged(file, error instanceof Error ? error.message : "it cannot be read");
  }
  if (about === null) return null;
  if (expected === null) throw damaged(file, "its end is missing");
  for (const [name, sha256] of Object.entries(expected)) {
    if (seen[name] !== sha256) throw damaged(file, `${name} is not what was written`);
  }
  return { madeAt: new Date(about.madeAt), files, migrations: about.migrations };
}

async function readSmall(body: AsyncIterable<Buffer>, size: number): Promise<string> {
  if (size > SMALL_LIMIT_BYTES) throw new Error("an entry is too large");
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

function damaged(file: string, fault: string): StartupError {
  return new StartupError(`${file} is damaged: ${fault}. Nothing was changed; use another backup.`);
}
