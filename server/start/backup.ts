import { commandsHere } from "@/server/platform/commands-here";
import { readFile } from "node:fs/promises";
import { backUpFolder } from "@/server/embedded/backup/backup-folder";
import { systemClock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { readArguments } from "./arguments";
import { lockDataFolder } from "./data-folder";
import { readDatabaseUrls, readFolderEnv } from "./env";
import { parseSecrets, secretsGone, secretsPath } from "./secrets";

/** `npm run backup`: both embedded databases and the secrets that open them, as one file (decision 0271). */
const USAGE = commandsHere(`Usage:
  npm run backup -- FILE     writes a backup of the embedded databases to a new file, whether Paydeck runs or not`);

const NOT_EMBEDDED =
  "There is no embedded database here. Back up the databases of ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL with " +
  "Postgres's own tools, such as pg_dump, and keep a copy of ROUTING_SALT_KEY and NEXTAUTH_SECRET.";

async function main(args: readonly string[]): Promise<string> {
  const { folder, typedIn } = readFolderEnv();
  const { file } = readArguments(args, [], { usage: USAGE, typedIn });
  const { routing, dashboard } = readDatabaseUrls();
  const secrets = await readFile(secretsPath(folder), "utf8").catch(() => {
    if (routing !== undefined || dashboard !== undefined) throw new StartupError(NOT_EMBEDDED);
    throw new StartupError(`There is nothing to back up in ${folder}, or: ${secretsGone(folder)}`);
  });
  const { superuserPassword } = parseSecrets(secrets, secretsPath(folder));
  const lock = await lockDataFolder(folder);
  try {
    await backUpFolder({
      folder,
      file,
      secrets,
      superuserPassword,
      isInUse: !lock.held,
      madeAt: systemClock.now(),
    });
  } finally {
    if (lock.held) lock.release();
  }
  return `The backup is ${file}. It holds the secrets too: anyone with the file has everything.`;
}

main(process.argv.slice(2)).then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
