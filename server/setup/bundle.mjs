import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** Code that programs share or load lazily. */
const CHUNKS = "chunks";

/** The programs of the product, each a file in `dist/`; packages stay in node_modules. */
const PROGRAMS = {
  start: "server/start.ts",
  routing: "server/routing/main.ts",
  dashboard: "server/dashboard/main.ts",
  keep: "server/start/keep.ts",
  merchant: "server/routing/merchant.ts",
  backup: "server/start/backup.ts",
  restore: "server/start/restore.ts",
  refunds: "server/start/refunds.ts",
  reconcile: "server/routing/reconcile.ts",
  "audit-verify": "server/dashboard/audit-verify.ts",
  prove: "server/prove/main.ts",
  "prove-protections": "server/prove/protections/main.ts",
};

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
const shared = {
  absWorkingDir: root,
  outdir: "dist",
  bundle: true,
  format: "esm",
  tsconfig: "tsconfig.json",
  sourcemap: true,
  logLevel: "warning",
};
const [programs] = await Promise.all([
  build({
    ...shared,
    metafile: true,
    entryPoints: PROGRAMS,
    platform: "node",
    target: "node20.9",
    packages: "external",
    splitting: true,
    chunkNames: `${CHUNKS}/[name]-[hash]`,
  }),
  build({ ...shared, entryPoints: CLIENT, platform: "neutral", target: "es2022", external: ["zod"] }),
]);

// The names contain content hashes, so files of earlier builds would stay forever. They are deleted last, because after
// a failed build the existing one must still start.
const written = new Set(Object.keys(programs.metafile.outputs));
for (const name of readdirSync(join(root, "dist", CHUNKS))) {
  if (!written.has(`dist/${CHUNKS}/${name}`)) rmSync(join(root, "dist", CHUNKS, name));
}
