import { build, stop } from "esbuild";
import { createRequire } from "node:module";
import { join } from "node:path";
import { root } from "./stack.mjs";

/**
 * What the given source files of the product export, as one module: benchmarks call the code that runs. With all
 * dependencies, because the temporary folder has no packages beside it.
 */
export async function bundled(folder, name, files) {
  const outfile = join(folder, `${name}.cjs`);
  await build({
    stdin: {
      contents: files.map((file) => `export * from "./${file}";`).join("\n"),
      resolveDir: root,
      loader: "ts",
    },
    absWorkingDir: root,
    bundle: true,
    outfile,
    format: "cjs",
    platform: "node",
    tsconfig: "tsconfig.json",
  });
  await stop();
  return createRequire(import.meta.url)(outfile);
}
