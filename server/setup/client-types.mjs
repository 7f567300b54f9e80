import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * Writes the types of `dist/client.js` for merchants' own code: `dist/client.d.ts`, and its dependencies in
 * `dist/types`.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const lib = join(root, "lib");
const types = join(root, "dist", "types");

const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
const program = ts.createProgram([join(lib, "client", "index.ts")], {
  ...options,
  noEmit: false,
  incremental: false,
  declaration: true,
  emitDeclarationOnly: true,
  rootDir: lib,
  outDir: types,
});

rmSync(types, { recursive: true, force: true });
const { diagnostics, emitSkipped } = program.emit(undefined, (path, text) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, withFileNames(path, text));
});
if (emitSkipped || diagnostics.length > 0) {
  console.error(ts.formatDiagnostics(diagnostics, ts.createCompilerHost(options)));
  process.exit(1);
}
writeFileSync(join(root, "dist", "client.d.ts"), 'export * from "./types/client/index.js";\n');

/** Node's resolution requires full file names; our sources omit the extensions. */
function withFileNames(path, text) {
  const source = join(lib, relative(types, dirname(path)));
  return text.replace(/(["'])(\.{1,2}\/[^"']+)\1/g, (_all, quote, target) => {
    const file = existsSync(join(source, `${target}.ts`)) ? `${target}.js` : `${target}/index.js`;
    return quote + file + quote;
  });
}
