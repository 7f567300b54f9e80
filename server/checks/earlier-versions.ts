import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";

/** Rows to insert at every version from `since` up to `until`, if set. */
type RowsOfVersions = { since: number; until?: number; sql: (version: number) => string };

/**
 * Runs every migration of a folder on an empty database and inserts `rows` at each version, so that every later
 * migration runs on the rows of every earlier one. `prepare` runs first, `after` once each version has its rows.
 * Returns the versions in order.
 */
export async function migrateThroughVersions(options: {
  databaseUrl: string;
  folder: string;
  rows: readonly RowsOfVersions[];
  prepare?: (session: pg.Client) => Promise<unknown>;
  after?: (session: pg.Client, version: number) => Promise<unknown>;
}): Promise<number[]> {
  const { databaseUrl, folder, rows, prepare, after } = options;
  const partial = await mkdtemp(join(tmpdir(), "paydeck-migrations-"));
  const session = new pg.Client({ connectionString: databaseUrl });
  await session.connect();
  try {
    await prepare?.(session);
    const versions: number[] = [];
    for (const file of (await readdir(folder)).sort()) {
      const version = Number.parseInt(file, 10);
      versions.push(version);
      await cp(join(folder, file), join(partial, file));
      await migrate({
        connectionString: databaseUrl,
        folder: partial,
        logger: createLogger("test", "silent"),
      });
      for (const { since, until = Infinity, sql } of rows) {
        if (since <= version && version <= until) await session.query(sql(version));
      }
      await after?.(session, version);
    }
    return versions;
  } finally {
    await session.end();
    await rm(partial, { recursive: true });
  }
}
