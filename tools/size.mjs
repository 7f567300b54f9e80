import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** `npm run size`: how large the repository is, in lines of code of the files that git tracks. */
const CODE = /\.([cm]?tsx?|[cm]?jsx?|css|sql)$/;
const PRODUCT = /^(app|components|lib|server)\//;
const TEST = /\.test\.tsx?$|^e2e\//;
/** A module that is longer is divided; one that is shorter is joined with the one that uses it. */
const LONGEST = 350;
const SHORTEST = 15;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const tracked = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 })
  .split("\0")
  .filter((path) => path !== "");
const read = (path) => readFileSync(join(root, path), "utf8");
const code = tracked
  .filter((path) => CODE.test(path))
  .map((path) => ({ path, lines: read(path).split("\n").length - 1 }));
const tests = code.filter(({ path }) => TEST.test(path));
const product = code.filter(({ path }) => PRODUCT.test(path) && !TEST.test(path));
const tools = code.filter(({ path }) => path.startsWith("tools/") && !TEST.test(path));
const linesOf = (files) => files.reduce((sum, { lines }) => sum + lines, 0);
const words = tracked
  .filter((path) => path.endsWith(".md"))
  .reduce((sum, path) => sum + read(path).split(/\s+/).filter(Boolean).length, 0);

const ROWS = [
  ["product: app, components, lib, server", linesOf(product)],
  ["tools", linesOf(tools)],
  ["tests", linesOf(tests)],
  ["tracked files", tracked.length],
  ["words of Markdown", words],
  [`product files over ${LONGEST} lines`, product.filter(({ lines }) => lines > LONGEST).length],
  [`product files under ${SHORTEST} lines`, product.filter(({ lines }) => lines < SHORTEST).length],
];
for (const [name, count] of ROWS) console.log(`${name.padEnd(40)}${count.toLocaleString("en").padStart(9)}`);
