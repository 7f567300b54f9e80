import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

/**
 * Compresses the files of a build that browsers fetch, next to each file: once and at the best level, instead of
 * quickly at every first visit (decision 0189).
 */
const COMPRESSIBLE = new Set([".js", ".css", ".svg", ".json"]);

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const folder = join(root, ".next", "static");

const forms = [
  {
    ending: ".br",
    compress: (bytes) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  { ending: ".gz", compress: (bytes) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }) },
];

const paths = readdirSync(folder, { recursive: true })
  .map((name) => join(folder, name))
  .filter((path) => COMPRESSIBLE.has(extname(path)) && statSync(path).isFile());
await Promise.all(
  paths.flatMap((path) => {
    const bytes = readFileSync(path);
    return forms.map(async ({ ending, compress }) => writeFileSync(path + ending, await compress(bytes)));
  }),
);
