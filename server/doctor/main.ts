import { commandsHere } from "@/server/platform/commands-here";
import { resolve } from "node:path";
import { StartupError } from "@/server/platform/lifecycle";
import { inheritedEnv, readFolderEnv } from "@/server/start/env";
import { examineOrExplain } from "./examine-or-explain";
import { countLevels, reportJson, reportText } from "./report";

/** `npm run doctor`: checks a running or planned installation, prints no secret, and changes nothing. */
const USAGE = commandsHere(`Usage:
  npm run doctor                         checks this installation; exits with 1 when there is a problem
  npm run doctor -- --json               prints the same as JSON
  npm run doctor -- --backups FOLDER     looks for backups there instead of in BACKUP_FOLDER`);

async function main(args: readonly string[]): Promise<void> {
  const isJson = args.includes("--json");
  const rest = args.filter((arg) => arg !== "--json");
  const [flag, folder, ...others] = rest;
  if (rest.length > 0 && (flag !== "--backups" || folder === undefined || others.length > 0)) {
    throw new StartupError(USAGE);
  }
  const backups = folder === undefined ? null : resolve(readFolderEnv().typedIn, folder);
  const findings = await examineOrExplain(backups, inheritedEnv());
  process.stdout.write(isJson ? reportJson(findings) : reportText(findings));
  if (countLevels(findings).problems > 0) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : "The command failed."}\n`);
  process.exitCode = 1;
});
