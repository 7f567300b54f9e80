import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { RestoredDatabase } from "@/server/embedded/backup/restore-backup";
import { projectRoot } from "@/server/platform/root";

/** The migrations of this version: a backup with others was made by a newer one. */
export function knownMigrations(): Promise<RestoredDatabase[]> {
  return Promise.all(
    ["routing", "dashboard"].map(async (name) => {
      const files = await readdir(join(projectRoot(), `server/${name}/store/migrations`));
      return { name, migrations: files.map((file) => file.replace(/\.sql$/, "")) };
    }),
  );
}
