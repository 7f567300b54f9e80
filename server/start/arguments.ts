import { resolve } from "node:path";
import { commandsHere } from "@/server/platform/commands-here";
import { StartupError } from "@/server/platform/lifecycle";

/**
 * Parses a command's one file and its flags. A relative path is resolved against the folder where the person typed it.
 */
export function readArguments(
  args: readonly string[],
  flags: readonly string[],
  { usage, typedIn }: { usage: string; typedIn: string },
): { file: string; has: (flag: string) => boolean } {
  const files = args.filter((arg) => !arg.startsWith("-"));
  const given = args.filter((arg) => arg.startsWith("-"));
  const [file] = files;
  if (file === undefined || files.length > 1 || given.some((flag) => !flags.includes(flag))) {
    throw new StartupError(usage);
  }
  return { file: resolve(typedIn, file), has: (flag) => given.includes(flag) };
}

const START_USAGE = commandsHere(`Usage:
  npm start                    the sandbox: example accounts, and a gateway without money
  npm start -- --production    real money on this machine`);

/**
 * Whether `npm start` is for real money. Throws for any other word: a misspelt one must not start a sandbox. Nor must
 * `npm start --production`: npm keeps that word for itself and only sets NODE_ENV.
 */
export function readStartArguments(
  args: readonly string[],
  {
    npm_lifecycle_event: script,
    NODE_ENV: nodeEnv,
  }: { npm_lifecycle_event?: string | undefined; NODE_ENV?: string | undefined },
): { isProduction: boolean } {
  const [word, ...others] = args;
  if (others.length > 0 || (word !== undefined && word !== "--production")) {
    throw new StartupError(START_USAGE);
  }
  if (word === undefined && script === "start" && nodeEnv === "production") {
    throw new StartupError(
      "This would start a sandbox, but npm was given --production, or NODE_ENV is production. Nothing was started.\n" +
        "For real money, write -- before the word: npm start -- --production\n" +
        "For the sandbox: NODE_ENV= npm start",
    );
  }
  return { isProduction: word !== undefined };
}
