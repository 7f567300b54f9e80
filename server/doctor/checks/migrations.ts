import { type AppliedMigration, compareMigrations, type Migration } from "@/server/platform/migrations";
import { type Finding, info, ok, problem, warning } from "../finding";

/** `applied` is null when the database has no tables of Paydeck yet. */
type MigrationFacts = {
  known: readonly Migration[];
  applied: readonly AppliedMigration[] | null;
};

export function checkMigrations(title: string, { known, applied }: MigrationFacts): Finding {
  const check = `migrations: ${title}`;
  if (applied === null) {
    return warning(
      check,
      "the database is empty",
      "Nothing, before the first start: it creates the tables. Otherwise the address is that of another database.",
    );
  }
  const fit = compareMigrations(known, applied);
  switch (fit.kind) {
    case "other_commit":
      return problem(
        check,
        "the database was made by another commit of Paydeck",
        "Start the commit that made it, or use a new data folder or a new, empty database: before 0.1.0 no commit takes over the data of another.",
      );
    case "gap":
      return problem(
        check,
        `the database lacks ${fit.missing}, and has a later one`,
        "Start the version that migrated it.",
      );
    case "fits":
      break;
  }
  const last = fit.unknown.at(-1);
  if (last !== undefined) {
    return info(
      check,
      `${fit.unknown.length} are not known to this version, the last one is ${last}`,
      "A newer version of Paydeck has migrated the database. The version directly before it works on it, for a roll-back; after an upgrade, start the newer one.",
    );
  }
  if (fit.pending.length === 0) return ok(check, `all ${known.length} are applied`);
  return problem(
    check,
    `${fit.pending.length} of ${known.length} are pending: ${fit.pending.map(({ name }) => name).join(", ")}`,
    "Start a process of this version: it migrates the database before it responds. Make a backup first.",
  );
}
