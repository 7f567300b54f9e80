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
    return (
      `The backup of ${about.madeAt} is in ${folder}.${kept}\n` +
      "Refunds that were made after that time are not in it: their amounts show as not refunded. Before anybody refunds, start it with\n" +
      "npm start, run npm run reconcile, and compare the gateways' lists of refunds since then (docs/operation.md)."
    );
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
