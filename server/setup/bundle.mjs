import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** The programs of the product, each one file in `dist/`; packages stay in node_modules. */
const PROGRAMS = {
  start: "server/start.ts",
  routing: "server/routing/main.ts",
  dashboard: "server/dashboard/main.ts",
  merchant: "server/routing/merchant.ts",
};

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const missing = Object.values(PROGRAMS).filter((path) => !existsSync(join(root, path)));
if (missing.length > 0) {
  console.error(`There is no ${missing.join(", ")}: every program of the product has to be there.`);
  process.exit(1);
}
mkdirSync(join(root, "dist"), { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: PROGRAMS,
  outdir: "dist",
  bundle: true,
  platform: "node",
  target: "node20.9",
  format: "esm",
  packages: "external",
  tsconfig: "tsconfig.json",
  sourcemap: true,
  logLevel: "warning",
});
