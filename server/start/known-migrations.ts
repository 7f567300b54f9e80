import type { RestoredDatabase } from "@/server/embedded/backup/restore-backup";
import { migrationsFolder, readMigrations } from "@/server/platform/migrations";

/** The migrations of this version: a backup with others was made by a newer version or an earlier commit. */
export function knownMigrations(): Promise<RestoredDatabase[]> {
  return Promise.all(
    (["routing", "dashboard"] as const).map(async (name) => ({
      name,
      migrations: await readMigrations(migrationsFolder(name)),
    })),
  );
}
