import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { commandsHere } from "@/server/platform/commands-here";
import { StartupError } from "@/server/platform/lifecycle";
import { projectRoot } from "@/server/platform/root";

/** `npm run reseal`: a step of changing a key while everything runs (decision 0263). */
const USAGE = commandsHere(`Usage:
  npm run reseal    seals secrets of the databases again with the new key. It can be stopped and run again at any time.
      ROUTING_OTHER_SALT_KEY is set:   salts, webhook secrets and gateway credentials, with ROUTING_SALT_KEY
      OTHER_SECOND_FACTOR_KEY is set:  second factors, chat addresses and keys of merchant accounts, with SECOND_FACTOR_KEY
Set one of the two or both, as in the processes that run.`);

/** Prints what it did by `say`; the number of what no key opens, and null when the other key is not set. */
type Reseal = (say: (line: string) => void) => Promise<number | null>;

async function main(args: readonly string[]): Promise<void> {
  if (args.length > 0) throw new StartupError(USAGE);
  const { resealRouting } = await load<{ resealRouting: Reseal }>("reseal-routing");
  const { resealDashboard } = await load<{ resealDashboard: Reseal }>("reseal-dashboard");
  const unreadable = [await resealRouting(say), await resealDashboard(say)];
  if (unreadable.every((count) => count === null)) throw new StartupError(USAGE);
  if (unreadable.some((count) => count !== null && count > 0)) {
    process.exitCode = 1;
    return;
  }
  say("Everything is sealed with the new key. Restart each process without the other key.");
}

/** The two systems do not import each other, so each has its half in a program of its own. */
function load<T>(program: string): Promise<T> {
  return import(pathToFileURL(join(projectRoot(), "dist", `${program}.js`)).href) as Promise<T>;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
