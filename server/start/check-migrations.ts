import pg from "pg";
import { readDatabaseAddress } from "@/server/platform/database-address";
import { locksOf, type TableLock } from "@/server/platform/migration-locks";
import {
  compareMigrations,
  migrationsFolder,
  readApplied,
  readMigrations,
  whyItDoesNotFit,
} from "@/server/platform/migrations";

/** What this version would do to a database; `fits`: whether it could. */
type Report = { fits: boolean; lines: string[] };

/**
 * Says what a migration to this version would do, in every schema of the database, and which tables it locks. Reads in a
 * read-only transaction; changes and locks nothing.
 */
export async function checkMigrations(
  system: "routing" | "dashboard",
  url: string,
  folder = migrationsFolder(system),
): Promise<Report> {
  const client = new pg.Client({
    ...readDatabaseAddress(url),
    application_name: "paydeck-migrate-check",
    connectionTimeoutMillis: 5_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("begin read only");
    const known = await readMigrations(folder);
    const { rows: schemas } = await client.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname ~ '^account_[0-9]+$' order by nspname",
    );
    const lines: string[] = [];
    let fits = true;
    for (const schema of [undefined, ...schemas.map(({ name }) => name)]) {
      const title = schema === undefined ? system : `${system} (${schema})`;
      const applied = await readApplied(client, schema);
      const fit = compareMigrations(known, applied);
      if (fit.kind !== "fits") {
        fits = false;
        lines.push(`${title}: ${whyItDoesNotFit("The database", fit) ?? ""}`);
        continue;
      }
      if (fit.unknown.length > 0) lines.push(`${title}: a newer version has added ${fit.unknown.join(", ")}`);
      lines.push(
        `${title}: ${fit.pending.length === 0 ? "nothing to do" : `${fit.pending.length} to apply`}`,
      );
      for (const { name, sql } of fit.pending) {
        lines.push(`  ${name}`);
        for (const lock of locksOf(sql)) lines.push(`    ${await describeLock(client, schema, lock)}`);
      }
    }
    return { fits: fits && (await addObstacles(client, lines)), lines };
  } finally {
    await client.end();
  }
}

async function describeLock(
  client: pg.Client,
  schema: string | undefined,
  { table, lock }: TableLock,
): Promise<string> {
  if (lock === "unknown") return `unknown: ${table}`;
  const { rows } = await client.query<{ size: string | null }>(
    "select pg_size_pretty(pg_table_size(to_regclass($1))) as size",
    [schema === undefined ? table : `${schema}.${table}`],
  );
  const named = `${table} (${rows[0]?.size ?? "not there yet"})`;
  switch (lock) {
    case "moment":
      return `locks ${named} for a moment`;
    case "whole":
      return `locks ${named} while the whole table is read`;
    case "check":
      return `reads all of ${named}; others read and write meanwhile`;
    case "build":
      return `nobody writes to ${named} while an index reads all of it`;
    case "rows":
      return `writes rows of ${named}`;
  }
}

const LONG = "1 minute";

/** What would stop or delay any migration. False when it would stop it. */
async function addObstacles(client: pg.Client, lines: string[]): Promise<boolean> {
  const { rows } = await client.query<{
    version: number;
    role: string;
    foreign: string | null;
    long: number;
  }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_user as role,
       (select min(relname) from pg_class join pg_namespace n on n.oid = relnamespace
        where relkind in ('r', 'p') and (nspname = current_schema() or nspname ~ '^account_[0-9]+$')
          and not pg_has_role(relowner, 'USAGE')
          and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')) as foreign,
       (select count(*)::int from pg_stat_activity
        where datname = current_database() and xact_start < now() - interval '${LONG}') as long`,
  );
  const { version = 0, role = "", foreign = null, long = 0 } = rows[0] ?? {};
  if (long > 0)
    lines.push(
      `${long} transactions have run for over ${LONG}: a migration waits for those that use its tables`,
    );
  if (version < 15) lines.push(`Postgres ${version} is too old: upgrade it to 15 or newer first`);
  if (foreign !== null)
    lines.push(`the role ${role} does not own the table ${foreign}, and cannot change it`);
  return version >= 15 && foreign === null;
}
