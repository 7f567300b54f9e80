import { readHeldRefunds, releaseRefunds } from "@/server/embedded/backup/held-refunds";
import { restoreBackup } from "@/server/embedded/backup/restore-backup";
import { StartupError } from "@/server/platform/lifecycle";
import { readArguments } from "./arguments";
import { takeDataFolder } from "./data-folder";
import { readFolderEnv } from "./env";
import { parseSecrets, SECRETS_FILE } from "./secrets";

/** `npm run restore`: puts a backup into the data folder (decision 0155). */
const USAGE = `Usage:
  npm run restore -- FILE             puts a backup into an empty data folder
  npm run restore -- FILE --replace   ... and sets aside what is there
  npm run restore -- --release-refunds   refunds are made again, after a person has compared them (docs/operation.md)`;
const RELEASE = "--release-refunds";

async function main(args: readonly string[]): Promise<string> {
  const { folder, typedIn } = readFolderEnv();
  if (args.length === 1 && args[0] === RELEASE) return releaseHeldRefunds(folder);
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
      "Refunds that were made after that time are not in it. So that none is made twice, no refund is made until you have compared\n" +
      `them with the gateways' lists and run: npm run restore -- ${RELEASE} (docs/operation.md). Start it with npm start.`
    );
  } finally {
    release();
  }
}

async function releaseHeldRefunds(folder: string): Promise<string> {
  const releaseFolder = await takeDataFolder(folder);
  try {
    const madeAt = await readHeldRefunds(folder);
    if (madeAt === null) return "No refunds are held here.";
    await releaseRefunds(folder);
    return `Refunds, which were held since the restore of the backup of ${madeAt}, are made again after the next npm start.`;
  } finally {
    releaseFolder();
  }
}

main(process.argv.slice(2)).then(
  (line) => process.stdout.write(`${line}\n`),
  (error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
