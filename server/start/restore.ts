import { commandsHere } from "@/server/platform/commands-here";
import { unpackDumps } from "@/server/backups/archive/dumps";
import { restoreDumps } from "@/server/backups/archive/restore-dumps";
import { locateBackup, type LocatedBackup, STORED } from "@/server/backups/locate-backup";
import { restoreBackup } from "@/server/embedded/backup/restore-backup";
import { systemClock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { readArguments } from "./arguments";
import { takeDataFolder } from "./data-folder";
import { inheritedEnv, readDatabaseUrls, readFolderEnv } from "./env";
import { knownMigrations } from "./known-migrations";
import { parseSecrets, SECRETS_FILE } from "./secrets";

/** `npm run restore`: restores a backup into the data folder (decision 0271), or into external databases (0271). */
const USAGE = commandsHere(`Usage:
  npm run restore -- FILE             puts a backup into an empty data folder, or into empty external databases
  npm run restore -- FILE --replace   ... and sets aside what is in the data folder
FILE can be in the store of scheduled backups: stored:latest, or stored:NAME with a name of npm run backups -- list`);

async function main(args: readonly string[]): Promise<string> {
  const { folder, typedIn } = readFolderEnv();
  const stored = args.find((arg) => arg.startsWith(STORED));
  const { file, has } = readArguments(args, ["--replace"], { usage: USAGE, typedIn });
  const release = await takeDataFolder(folder);
  let backup: LocatedBackup | null = null;
  try {
    const given = stored === undefined ? { file } : { stored: stored.slice(STORED.length) };
    backup = await locateBackup(given, folder, inheritedEnv());
    const restoredAt = systemClock.now();
    const dumps = await unpackDumps(backup.file, backup.workFolder);
    if (dumps !== null) {
      const { routing, dashboard } = readDatabaseUrls();
      const urls = { ...(routing && { routing }), ...(dashboard && { dashboard }) };
      const names = await restoreDumps({
        dumps,
        title: backup.title,
        known: await knownMigrations(),
        urls,
        restoredAt,
        environment: inheritedEnv(),
      });
      return [
        `The backup of ${dumps.madeAt.toISOString()} is in the databases: ${names.join(", ")}.`,
        ...nextSteps(dumps.madeAt.toISOString()),
      ].join("\n");
    }
    const { about, setAside } = await restoreBackup({
      file: backup.file,
      folder,
      secretsFile: SECRETS_FILE,
      passwordOf: (secrets) =>
        parseSecrets(secrets, `${SECRETS_FILE} in ${backup?.title ?? file}`).superuserPassword,
      replace: has("--replace"),
      databases: await knownMigrations(),
      restoredAt,
    });
    const kept = setAside.length === 0 ? "" : ` What was there before is kept: ${setAside.join(", ")}.`;
    return [`The backup of ${about.madeAt} is in ${folder}.${kept}`, ...nextSteps(about.madeAt)].join("\n");
  } finally {
    await backup?.clean();
    release();
  }
}

function nextSteps(madeAt: string): string[] {
  return [
    "",
    "Refunds are held: the backup does not include refunds made after it, and they could be made a second time.",
    commandsHere("  1. Start Paydeck with npm start."),
    commandsHere(
      `  2. Run npm run reconcile -- --day YYYY-MM-DD for every day from ${madeAt.slice(0, 10)} until today.`,
    ),
    "  3. Compare refunds with the gateway's own list since the backup, as docs/maintenance.md describes.",
    commandsHere("  4. Allow refunds again: npm run refunds -- release"),
    commandsHere("  5. If this installation replaces the one that was backed up: npm run backups -- claim"),
  ];
}

main(process.argv.slice(2)).then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
