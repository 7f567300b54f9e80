import { commandsHere } from "@/server/platform/commands-here";
import { StartupError } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { migrationsFolder } from "@/server/platform/migrations";
import { checkMigrations } from "./check-migrations";
import { readDatabaseUrls } from "./env";

/**
 * `npm run migrate`: brings the databases in the environment to this version and ends, so that a deployment migrates
 * once, before its processes start. These check again, and wait for it if it still runs. `--check` says what it would do, and
 * ends with 1 when it could not.
 */
async function main([flag, ...others]: readonly string[]): Promise<void> {
  if ((flag !== undefined && flag !== "--check") || others.length > 0) {
    throw new StartupError(commandsHere("Usage: npm run migrate [-- --check]"));
  }
  const urls = readDatabaseUrls();
  const systems = (["routing", "dashboard"] as const).flatMap((system) => {
    const url = urls[system];
    return url === undefined ? [] : [{ system, url }];
  });
  if (systems.length === 0) {
    throw new StartupError("Set ROUTING_DATABASE_URL, DASHBOARD_DATABASE_URL or both.");
  }
  for (const { system, url } of systems) {
    if (flag === "--check") {
      const { fits, lines } = await checkMigrations(system, url);
      process.stdout.write(`${lines.join("\n")}\n`);
      if (!fits) process.exitCode = 1;
      continue;
    }
    const logger = createLogger(`migrate-${system}`);
    await migrate({ connectionString: url, folder: migrationsFolder(system), logger });
    logger.info("the database is at this version");
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
