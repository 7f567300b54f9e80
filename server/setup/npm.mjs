import { basename } from "node:path";

/**
 * `npm ci` whatever NODE_ENV is. The lock file pins versions and checksums, so what npm has
 * in its cache is used without asking the registry about each package again: a third of the time (decision 0310).
 */
const INSTALL = [
  "ci",
  "--include=optional",
  "--prefer-offline",
  "--no-audit",
  "--no-fund",
  "--loglevel=error",
];

/**
 * The program and the arguments that install what a lock file names: with `dev`, what only checks need too (decision
 * 0310).
 */
export function installCommand({ dev }, ...flags) {
  const [command, ...prefix] = npmCommand();
  return [command, [...prefix, ...INSTALL, dev ? "--include=dev" : "--omit=dev", ...flags]];
}

/** The npm that runs this program, if any: the one on the path may be another. */
export function npmCommand() {
  const path = process.env.npm_execpath;
  return path !== undefined && basename(path).startsWith("npm") ? [process.execPath, path] : ["npm"];
}
