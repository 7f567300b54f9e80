import { join } from "node:path";
import pg from "pg";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { projectRoot } from "@/server/platform/root";
import { createTestDatabase } from "./database";

export type MigratedDatabase = { url: string; pool: pg.Pool; drop(): Promise<void> };

/** A new database of one of the two systems, with its tables and no rows, and its owner's connections. */
export async function createMigratedDatabase(system: "routing" | "dashboard"): Promise<MigratedDatabase> {
  const database = await createTestDatabase(system);
  await migrate({
    connectionString: database.url,
    folder: join(projectRoot(), `server/${system}/store/migrations`),
    logger: createLogger("test", "silent"),
  });
  const pool = new pg.Pool({ connectionString: database.url, max: 20 });
  // `drop` closes connections that are just ending; an unhandled error would end the test's process.
  pool.on("error", () => undefined);
  return {
    url: database.url,
    pool,
    async drop() {
      await pool.end();
      await database.drop();
    },
  };
}
