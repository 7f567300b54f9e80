import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The problems of a lock file, one line each. npm silently leaves platform packages that its registry lacks out of the
 * lock, and `npm ci` then fails on those platforms; and URLs of one registry make the lock useless where only another
 * is reachable.
 */
export function faultsOfLock(lock) {
  const packages = Object.entries(lock.packages);
  return packages.flatMap(([path, entry]) => [
    ...(entry.resolved === undefined ? [] : [`${path} names the address it came from (resolved)`]),
    ...Object.keys(entry.optionalDependencies ?? {})
      .filter((name) => !isLocked(lock.packages, path, name))
      .map((name) => `${path || "package.json"} wants ${name}, which has no entry`),
  ]);
}

/** Resolves like Node: in the package's own node_modules first, then in each one above. */
function isLocked(packages, from, name) {
  for (let folder = from; ; folder = parentOf(folder)) {
    if (packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

function parentOf(path) {
  const end = path.lastIndexOf("/node_modules/");
  return end === -1 ? "" : path.slice(0, end);
}

export function readLock(root) {
  return JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
}
