import { restoreBackup } from "@/server/embedded/backup/restore-backup";
import { StartupError } from "@/server/platform/lifecycle";
import { readArguments } from "./arguments";
import { takeDataFolder } from "./data-folder";
import { readFolderEnv } from "./env";
import { parseSecrets, SECRETS_FILE } from "./secrets";

/** `npm run restore`: puts a backup into the data folder (decision 0155). */
const USAGE = `Usage:
  npm run restore -- FILE             puts a backup into an empty data folder
  npm run restore -- FILE --replace   ... and sets aside what is there`;

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
    });
    const kept = setAside.length === 0 ? "" : ` What was there before is kept: ${setAside.join(", ")}.`;
    return `The backup of ${about.madeAt} is in ${folder}.${kept} Start it with npm start.`;
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
