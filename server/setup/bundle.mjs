import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { CHUNKS, PROGRAM_OPTIONS, PROGRAMS } from "./programs.mjs";

/**
 * The client for merchants' own code, as one self-contained file. "neutral" provides no built-in modules, so that an
 * import of one breaks the build.
 */
const CLIENT = { client: "lib/client/index.ts" };

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const missing = Object.values({ ...PROGRAMS, ...CLIENT }).filter((path) => !existsSync(join(root, path)));
if (missing.length > 0) {
  console.error(`There is no ${missing.join(", ")}: every program of the product has to be there.`);
  process.exit(1);
}
mkdirSync(join(root, "dist"), { recursive: true });
const place = { absWorkingDir: root, outdir: "dist" };
const { bundle, format, tsconfig, sourcemap, logLevel } = PROGRAM_OPTIONS;
const [programs] = await Promise.all([
  build({ ...PROGRAM_OPTIONS, ...place, entryPoints: PROGRAMS }),
  build({
    ...place,
    bundle,
    format,
    tsconfig,
    sourcemap,
    logLevel,
    entryPoints: CLIENT,
    platform: "neutral",
    target: "es2022",
    external: ["zod"],
  }),
]);

// The names contain content hashes, so files of earlier builds would stay forever. They are deleted last, because after
// a failed build the existing one must still start.
const written = new Set(Object.keys(programs.metafile.outputs));
for (const name of readdirSync(join(root, "dist", CHUNKS))) {
  if (!written.has(`dist/${CHUNKS}/${name}`)) rmSync(join(root, "dist", CHUNKS, name));
}
