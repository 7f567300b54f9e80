import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The inputs of the build. Tests are in these folders too but do not affect it. */
const SOURCE_FOLDERS = ["app", "components", "lib", "server", "public"];
const ROOT_FILES =
  /^(package(-lock)?\.json|tsconfig\.json|(next|postcss|tailwind)\.config\.\w+|proxy\.ts|instrumentation\.ts)$/;
const NOT_BUILT = /\.test\.tsx?$|\.md$|(^|\/)\.DS_Store$/;

/** Changes when npm would install something else: other packages, or for another machine. */
export function fingerprintPackages(root) {
  const lock = readFileSync(join(root, "package-lock.json"));
  return digest([
    ["lock", lock],
    ["machine", `${process.platform}-${process.arch}`],
  ]);
}

/** Changes when the build's output could differ. */
export function fingerprintSources(root) {
  return fingerprintOf(root, SOURCE_FOLDERS);
}

/** Changes when the programs beside the product could differ. */
export function fingerprintTools(root) {
  return fingerprintOf(root, [...SOURCE_FOLDERS, "tools"]);
}

function fingerprintOf(root, folders) {
  const rootFiles = readdirSync(root).filter((name) => ROOT_FILES.test(name));
  const inFolders = folders.flatMap((folder) => filesBelow(root, folder));
  const paths = [...rootFiles, ...inFolders].filter((path) => !NOT_BUILT.test(path)).sort();
  return digest(paths.map((path) => [path, readFileSync(join(root, path))]));
}

function filesBelow(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() ? [path] : [];
  });
}

/** Hashes names and contents, each with its length, so that different lists never have the same hash. */
function digest(parts) {
  const hash = createHash("sha256");
  for (const [name, content] of parts) hash.update(`${name}\n${content.length}\n`).update(content);
  return hash.digest("hex");
}
