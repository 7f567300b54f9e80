import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "./pool";
import { projectRoot } from "./root";

/** A numbered SQL file. The checksum is that of its text, so that a database knows from which text it was made. */
export type Migration = { name: string; checksum: string; sql: string };

/** A row of `schema_migrations`; commits before the baseline stored no checksum, and other programs may have no name. */
export type AppliedMigration = { name: string; checksum: string | null };

export function migrationsFolder(system: "routing" | "dashboard"): string {
  return join(projectRoot(), `server/${system}/store/migrations`);
}

/** Returns the migrations in the order in which they are applied. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file) => {
      const sql = (await readFile(join(folder, file), "utf8")).replaceAll("\r\n", "\n");
      return {
        name: file.replace(/\.sql$/, ""),
        checksum: createHash("sha256").update(sql).digest("hex"),
        sql,
      };
    }),
  );
}

/** Null before the first start. `schema`: the first one of the search path by default. */
export async function readApplied(
  db: Pick<Db, "query">,
  schema?: string,
): Promise<AppliedMigration[] | null> {
  const table = `${schema === undefined ? "" : `${schema}.`}schema_migrations`;
  const known = await db.query("select where to_regclass($1) is not null", [table]);
  if (known.rowCount === 0) return null;
  const { rows } = await db.query<AppliedMigration>(
    `select coalesce(to_jsonb(m) ->> 'name', '') as name, to_jsonb(m) ->> 'checksum' as checksum from ${table} m order by 1`,
  );
  return rows;
}

/**
 * Whether a version can use a database. `other_commit`: it was made by migrations with other names or texts. `gap`: a newer
 * version has migrated it, without a migration that this one has. `unknown`: what only a newer version knows.
 */
type Fit =
  | { kind: "fits"; pending: Migration[]; unknown: string[] }
  | { kind: "other_commit" }
  | { kind: "gap"; missing: string };

export function compareMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[] | null,
): Fit {
  if (applied === null || applied.length === 0) return { kind: "fits", pending: [...known], unknown: [] };
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const isOther = ({ name, checksum }: Migration): boolean =>
    checksums.has(name) && checksums.get(name) !== checksum;
  const [baseline] = known;
  if (baseline === undefined || !checksums.has(baseline.name) || known.some(isOther))
    return { kind: "other_commit" };
  const pending = known.filter(({ name }) => !checksums.has(name));
  const last = applied.map(({ name }) => name).reduce((a, b) => (a < b ? b : a));
  const missing = pending.find(({ name }) => name < last);
  if (missing !== undefined) return { kind: "gap", missing: missing.name };
  const names = new Set(known.map(({ name }) => name));
  return { kind: "fits", pending, unknown: [...checksums.keys()].filter((name) => !names.has(name)) };
}

const USE_A_NEW_ONE = "Start with a new data folder (DATA_DIR) or a new, empty database";

const MADE_BY_ANOTHER =
  "was made by another commit of Paydeck, and before 0.1.0 no commit takes over the data of another. Nothing was changed.";

export function ofAnotherCommit(backup: string): string {
  return `${backup} ${MADE_BY_ANOTHER} Restore it with the commit that made it.`;
}

/** Why a backup cannot be restored by this version; null when it can. `what` names its database: "FILE (routing)". */
export function whyNotRestored(
  what: string,
  known: readonly Migration[],
  applied: readonly AppliedMigration[] | null,
): string | null {
  const fit = compareMigrations(known, applied);
  if (fit.kind === "other_commit") return ofAnotherCommit(what);
  const newer = fit.kind === "gap" ? fit.missing : fit.unknown[0];
  if (newer === undefined) return null;
  return `${what} was made by a newer version of Paydeck (${newer}). Nothing was changed. Update Paydeck and try again.`;
}

/** What a person reads when this version cannot use a database; null when it can. `what` begins the sentence. */
export function whyItDoesNotFit(what: string, fit: Fit): string | null {
  switch (fit.kind) {
    case "fits":
      return null;
    case "other_commit":
      return (
        `${what} ${MADE_BY_ANOTHER} ` + `${USE_A_NEW_ONE}, and keep the old one for the commit that made it.`
      );
    case "gap":
      return (
        `${what} was migrated by another version of Paydeck, without ${fit.missing}, which this one has. Nothing was changed. ` +
        "Start the version that migrated it."
      );
  }
}

/** The text where nothing of the database is known, and the first migration finds something of its own names there. */
export function whyItIsNotEmpty(what: string, found: string): string {
  return `${what} has something else in it (${found}). Nothing was changed. ${USE_A_NEW_ONE}.`;
}
