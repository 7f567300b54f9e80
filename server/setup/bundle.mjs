import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { CHUNKS, PROGRAM_OPTIONS, PROGRAMS, TOOLS } from "./programs.mjs";

/** Bundles the programs of the product and the client into `dist`; with `--tools`, the programs beside it into `dist/tools`. */
const isForTools = process.argv.includes("--tools");
/**
 * The client for merchants' own code, as one self-contained file. "neutral" provides no built-in modules, so that an
 * import of one breaks the build.
 */
const CLIENT = { client: "lib/client/index.ts" };

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const outdir = isForTools ? "dist/tools" : "dist";
const entryPoints = isForTools ? TOOLS : PROGRAMS;
const others = isForTools ? {} : CLIENT;
const missing = Object.values({ ...entryPoints, ...others }).filter((path) => !existsSync(join(root, path)));
if (missing.length > 0) {
  console.error(`There is no ${missing.join(", ")}: every program has to be there.`);
  process.exit(1);
}
mkdirSync(join(root, outdir), { recursive: true });
const place = { absWorkingDir: root, outdir };
const { bundle, format, tsconfig, sourcemap, logLevel } = PROGRAM_OPTIONS;
const built = await Promise.all([
  build({ ...PROGRAM_OPTIONS, ...place, entryPoints }),
  build({
    ...place,
    bundle,
    format,
    tsconfig,
    sourcemap,
    logLevel,
    entryPoints: others,
    platform: "neutral",
    target: "es2022",
    external: ["zod"],
    metafile: true,
  }),
]);

// Chunks have names with content hashes, and programs are renamed: files of earlier builds would stay forever. They are
// deleted last, because after a failed build the existing one must still start.
const written = new Set(built.flatMap(({ metafile }) => Object.keys(metafile.outputs)));
for (const folder of [outdir, `${outdir}/${CHUNKS}`]) {
  for (const name of readdirSync(join(root, folder))) {
    if (/\.js(\.map)?$/.test(name) && !written.has(`${folder}/${name}`)) rmSync(join(root, folder, name));
  }
}
