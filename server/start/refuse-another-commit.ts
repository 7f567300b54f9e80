import pg from "pg";
import { StartupError } from "@/server/platform/lifecycle";
import {
  compareMigrations,
  migrationsFolder,
  readApplied,
  readMigrations,
  whyItDoesNotFit,
} from "@/server/platform/migrations";

/**
 * Throws a {@link StartupError}, which calls the database `title`, when it was made by another commit (decision 0398). Each process refuses it too; here it is
 * read before any of them starts, so that none changes its own database while the other cannot start.
 */
export async function refuseAnotherCommit(
  system: "routing" | "dashboard",
  url: string | null,
  title: string,
): Promise<void> {
  if (url === null) return;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const fit = compareMigrations(await readMigrations(migrationsFolder(system)), await readApplied(client));
    const refusal = whyItDoesNotFit(title, fit);
    if (refusal !== null) throw new StartupError(refusal);
  } catch (error) {
    // The processes wait for a database that does not respond yet, and say in one line what else is wrong with one.
    if (error instanceof StartupError) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
