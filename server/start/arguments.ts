import { resolve } from "node:path";
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
