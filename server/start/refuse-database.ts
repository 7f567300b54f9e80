import pg from "pg";
import { readDatabaseAddress } from "@/server/platform/database-address";
import { commandsHere } from "@/server/platform/commands-here";
import { SANDBOX_MERCHANT, SANDBOX_PEOPLE } from "@/server/platform/installation";
import { StartupError } from "@/server/platform/lifecycle";
import {
  compareMigrations,
  migrationsFolder,
  readApplied,
  readMigrations,
  whyItDoesNotFit,
} from "@/server/platform/migrations";

/** `title` is what the refusal calls the database. */
type Candidate = { system: System; url: string; title: string; isProduction: boolean };
type System = "routing" | "dashboard";

/**
 * Throws a {@link StartupError} when the database was made by another commit (decision 0398) or holds the other purpose's
 * data (decision 0402). It is read before any process starts: they would write accounts into it, and one would change its
 * own database while the other cannot start.
 */
export async function refuseDatabase({ system, url, title, isProduction }: Candidate): Promise<void> {
  const client = new pg.Client({ ...readDatabaseAddress(url), connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const fit = compareMigrations(await readMigrations(migrationsFolder(system)), await readApplied(client));
    const refusal =
      whyItDoesNotFit(title, fit) ??
      whyOfAnotherPurpose(title, await readNames(client, system), isProduction);
    if (refusal !== null) throw new StartupError(refusal);
  } catch (error) {
    if (error instanceof StartupError) throw error;
    // The processes wait for a database that does not respond yet, and say in one line what else is wrong with one. Those of a
    // sandbox would also write their accounts into it, whose-ever it is.
    if (!isProduction)
      throw new StartupError(
        `${title} cannot be read (${(error instanceof Error ? error.message : String(error)) || "it does not respond"}). A sandbox is started only on a ` +
          "database that is seen to be empty or a sandbox's. Start again when it responds.",
      );
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Names = { all: number; ofSandbox: number };

async function readNames(client: pg.Client, system: System): Promise<Names> {
  const [table, column, names] =
    system === "routing"
      ? ["merchants", "name", [SANDBOX_MERCHANT]]
      : ["people", "lower(email)", SANDBOX_PEOPLE.map(({ email }) => email)];
  const { rows: found } = await client.query(
    "select from pg_catalog.to_regclass($1) it where it is not null",
    [table],
  );
  if (found.length === 0) return { all: 0, ofSandbox: 0 };
  const { rows } = await client.query<Names>(
    `select count(*)::int "all", count(*) filter (where ${column} = any ($1))::int "ofSandbox" from ${table}`,
    [names],
  );
  return rows[0] ?? { all: 0, ofSandbox: 0 };
}

function whyOfAnotherPurpose(title: string, { all, ofSandbox }: Names, isProduction: boolean): string | null {
  if (isProduction && ofSandbox > 0)
    return (
      `${title} was used by a sandbox, whose accounts and payments are tests. Start with new databases for real money. ` +
      "Nothing was changed in it."
    );
  if (!isProduction && all > 0 && ofSandbox === 0)
    return commandsHere(
      `${title} was not made by a sandbox, and this start would add accounts of a sandbox to it. For real money, run ` +
        "npm start -- --production with a new DATA_DIR. For a sandbox, leave the database out. Nothing was changed in it.",
    );
  return null;
}
