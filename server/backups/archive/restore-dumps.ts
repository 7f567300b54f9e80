import { cpus } from "node:os";
import { renewInstallation } from "@/server/platform/installation";
import { StartupError } from "@/server/platform/lifecycle";
import { type Migration, readApplied, whyNotRestored } from "@/server/platform/migrations";
import { holdRefunds } from "@/server/platform/refund-hold";
import { DATABASES, type DatabaseName, type DatabaseUrls, withClient } from "../databases";
import type { UnpackedDumps } from "./dumps";
import { runPgTool } from "./pg-tools";

type RestoreDumpsOptions = {
  dumps: UnpackedDumps;
  /** How messages name the backup. */
  title: string;
  /** The migrations of this version: a backup with others is refused. */
  known: readonly { name: string; migrations: readonly Migration[] }[];
  urls: DatabaseUrls;
  restoredAt: Date;
  environment: NodeJS.ProcessEnv;
};

const MOST_JOBS = 4;

/**
 * Restores each dump into its database, which must be empty, and puts refunds on hold (decision 0237). Throws
 * {@link StartupError} before anything is changed when it is of another commit, or a database is missing or has
 * tables.
 */
export async function restoreDumps({
  dumps,
  title,
  known,
  urls,
  restoredAt,
  environment,
}: RestoreDumpsOptions): Promise<DatabaseName[]> {
  const names = DATABASES.filter((name) => dumps.files[name] !== undefined);
  for (const name of names) {
    const migrations = known.find((one) => one.name === name)?.migrations ?? [];
    const refusal = whyNotRestored(`${title} (${name})`, migrations, dumps.migrations[name] ?? null);
    if (refusal !== null) throw new StartupError(refusal);
  }
  for (const name of names) await checkEmpty(name, urls[name]);
  const jobs = Math.min(MOST_JOBS, cpus().length);
  for (const name of names) {
    const url = urls[name] ?? "";
    const { pathname } = new URL(url);
    const args = ["--no-owner", "--no-privileges", "--exit-on-error", `--jobs=${jobs}`];
    const target = `--dbname=${decodeURIComponent(pathname.slice(1))}`;
    await runPgTool("pg_restore", [...args, target, dumps.files[name] ?? ""], { url, environment });
    await withClient(url, async (client) => {
      if ((await readApplied(client)) === null) return;
      await holdRefunds(client, { backupMadeAt: dumps.madeAt, restoredAt });
      await renewInstallation(client);
    });
  }
  return names;
}

/** Tables of an extension do not count: an empty Citus has some. */
async function checkEmpty(name: DatabaseName, url: string | undefined): Promise<void> {
  const variable = `${name.toUpperCase()}_DATABASE_URL`;
  if (url === undefined) {
    throw new StartupError(
      `The backup contains the ${name} database. Set ${variable} to a new, empty database.`,
    );
  }
  const { rows } = await withClient(url, (client) =>
    client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema')
         and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')`,
    ),
  );
  if (rows[0]?.tables === 0) return;
  throw new StartupError(
    `The database of ${variable} has tables. Create a new, empty one and set ${variable} to it: a restore replaces nothing.`,
  );
}
