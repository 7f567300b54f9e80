import { type Finding, info, ok, problem, warning } from "../finding";

/** `applied` is null when the database has no tables of Paydeck yet. */
type MigrationFacts = { known: readonly string[]; applied: readonly string[] | null };

export function checkMigrations(title: string, { known, applied }: MigrationFacts): Finding {
  const check = `migrations: ${title}`;
  if (applied === null) {
    return warning(
      check,
      "the database is empty",
      "Nothing, before the first start: it creates the tables. Otherwise the address is that of another database.",
    );
  }
  const unknown = applied.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return info(
      check,
      `${unknown.length} are not known to this version, the last one is ${unknown.at(-1) ?? ""}`,
      "A newer version of Paydeck has migrated the database. The version directly before it works on it, for a roll-back; after an upgrade, start the newer one.",
    );
  }
  const pending = known.filter((name) => !applied.includes(name));
  if (pending.length === 0) return ok(check, `all ${known.length} are applied`);
  return problem(
    check,
    `${pending.length} of ${known.length} are pending: ${pending.join(", ")}`,
    "Start a process of this version: it migrates the database before it responds. Make a backup first.",
  );
}
