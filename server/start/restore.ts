import { commandsHere } from "@/server/platform/commands-here";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { restoreBackup } from "@/server/embedded/backup/restore-backup";
import { systemClock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { projectRoot } from "@/server/platform/root";
import { readArguments } from "./arguments";
import { takeDataFolder } from "./data-folder";
import { readFolderEnv } from "./env";
import { parseSecrets, SECRETS_FILE } from "./secrets";

/** `npm run restore`: restores a backup into the data folder (decision 0155). */
const USAGE = commandsHere(`Usage:
  npm run restore -- FILE             puts a backup into an empty data folder
  npm run restore -- FILE --replace   ... and sets aside what is there`);

async function withMigrations(name: string): Promise<{ name: string; migrations: string[] }> {
  const files = await readdir(join(projectRoot(), `server/${name}/store/migrations`));
  return { name, migrations: files.map((file) => file.replace(/\.sql$/, "")) };
}

async function main(args: readonly string[]): Promise<string> {
  const { folder, typedIn } = readFolderEnv();
  const { file, has } = readArguments(args, ["--replace"], { usage: USAGE, typedIn });
  const release = await takeDataFolder(folder);
  try {
    const { about, setAside } = await restoreBackup({
      file,
      folder,
      secretsFile: SECRETS_FILE,
      passwordOf: (secrets) => parseSecrets(secrets, `${SECRETS_FILE} in ${file}`).superuserPassword,
      replace: has("--replace"),
      databases: await Promise.all(["routing", "dashboard"].map(withMigrations)),
      restoredAt: systemClock.now(),
    });
    const kept = setAside.length === 0 ? "" : ` What was there before is kept: ${setAside.join(", ")}.`;
    return [
      `The backup of ${about.madeAt} is in ${folder}.${kept}`,
      "",
      "Refunds are held: the backup does not include refunds made after it, and they could be made a second time.",
      commandsHere("  1. Start Paydeck with npm start."),
      commandsHere(
        `  2. Run npm run reconcile -- --day YYYY-MM-DD for every day from ${about.madeAt.slice(0, 10)} until today.`,
      ),
      "  3. Compare refunds with the gateway's own list since the backup, as docs/maintenance.md describes.",
      commandsHere("  4. Allow refunds again: npm run refunds -- release"),
    ].join("\n");
  } finally {
    release();
  }
}

main(process.argv.slice(2)).then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
