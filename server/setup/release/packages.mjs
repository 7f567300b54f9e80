import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "../npm.mjs";

/**
 * Packages that only a build uses: Next's own compilers, its image optimiser (images are not optimised: next.config.mjs),
 * the tables of what browsers can do, and what compiles the sources.
 */
const ONLY_FOR_BUILDS =
  /^(sharp|@img\/.*|@next\/swc-.*|caniuse-lite|baseline-browser-mapping|typescript|esbuild|tailwindcss|@tailwindcss\/.*|@types\/.*)$/;

/** The installed packages, by the path of their folder in node_modules, as npm recorded them. */
export function readInstalled(root) {
  return JSON.parse(readFileSync(join(root, "node_modules", ".package-lock.json"), "utf8")).packages;
}

/**
 * The folders of the packages `names` and of all that they need, in the order of their paths. Optional peers that
 * nothing else needs are left out: Next names the browser that tests it.
 */
export function closureOf(names, installed) {
  const found = new Set();
  const waiting = names.map((name) => `node_modules/${name}`);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || ONLY_FOR_BUILDS.test(nameOf(path))) continue;
    found.add(path);
    waiting.push(...needsOf(installed[path]).flatMap((name) => folderFrom(path, name, installed) ?? []));
  }
  return [...found].sort();
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Where Node finds `name` for a module in the folder `path`. Not everywhere: most optional packages are for others. */
function folderFrom(path, name, installed) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    const nested = `${folder}/node_modules/${name}`;
    if (installed[nested] !== undefined) return nested;
    if (!folder.includes("/node_modules/")) break;
  }
  const top = `node_modules/${name}`;
  return installed[top] === undefined ? undefined : top;
}

function nameOf(path) {
  return path.split("node_modules/").at(-1);
}

/**
 * The CycloneDX document beside the archive: the packages in its node_modules, and those whose code the build put into
 * the pages. Nothing in it depends on when or where it was written. npm lists everything that is installed, because
 * without development packages it leaves out those that production needs too.
 */
export function writtenBill(root, { version, date }) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const installed = readInstalled(root);
  const shipped = new Set(
    closureOf(Object.keys(dependencies), installed).map(
      (path) => `${nameOf(path)}@${installed[path].version}`,
    ),
  );
  const { serialNumber: _, ...bill } = npmBill(root);
  const product = bill.metadata.component["bom-ref"];
  const isShipped = (ref) => ref === product || shipped.has(ref);
  return {
    ...bill,
    metadata: {
      ...bill.metadata,
      timestamp: date.toISOString(),
      component: { ...bill.metadata.component, name: "paydeck", version },
    },
    components: bill.components
      .filter((component) => isShipped(component["bom-ref"]))
      .map((component) => ({
        ...component,
        externalReferences: component.externalReferences.filter(({ type }) => type !== "distribution"),
      })),
    dependencies: bill.dependencies
      .filter(({ ref }) => isShipped(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isShipped) })),
  };
}

function npmBill(root) {
  const [command, ...prefix] = npmCommand();
  const { status, stdout, stderr, error } = spawnSync(
    command,
    [...prefix, "sbom", "--sbom-format", "cyclonedx"],
    {
      cwd: root,
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (status !== 0) throw new Error(`npm could not list the packages:\n${error?.message ?? stderr}`);
  return JSON.parse(stdout);
}
