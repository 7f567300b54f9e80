import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isBuildCurrent } from "./current-build.mjs";
import { nearestTests } from "./nearest-tests.mjs";
import { root, runQuietly, runShown } from "./programs.mjs";
import { CRUISED } from "./stages.mjs";

/**
 * `npm run check`: types, import rules, and the format, lint and nearest tests of the files that differ from the last
 * commit. `npm run check -- main` compares with a branch or commit instead.
 */
const MOST_IMPORTERS = 12;
const CODE = /\.(ts|tsx|mjs|cjs)$/;

const since = process.argv[2] ?? "HEAD";
mkdirSync(join(root, ".checks"), { recursive: true });
const startedAt = performance.now();

const changed = [
  ...git("diff", "--name-only", "--no-renames", since),
  ...git("ls-files", "--others", "--exclude-standard"),
];
if (changed.length === 0) {
  console.log(`Nothing differs from ${since}.`);
  process.exit(0);
}
const present = changed.filter((path) => existsSync(join(root, path)));
const code = present.filter((path) => CODE.test(path));

const results = await Promise.all([inOrder([types]), inOrder([format, imports, lint])]);
const areStaticChecksPassed = results.flat().every(Boolean);
const areTestsPassed = runNearest();
console.log(`\nChecked ${changed.length} changed files in ${elapsed(startedAt)}.`);
process.exit(areStaticChecksPassed && areTestsPassed ? 0 : 1);

async function types() {
  const generated = await runQuietly("node_modules/next/dist/bin/next", "typegen");
  return report(
    "types",
    generated.status === 0
      ? await runQuietly("node_modules/typescript-native/bin/tsc", "--noEmit")
      : generated,
  );
}

async function format() {
  if (present.length === 0) return true;
  const options = ["--check", "--no-error-on-unmatched-pattern"];
  return report("format", await runQuietly("node_modules/oxfmt/bin/oxfmt", ...options, ...present));
}

async function imports() {
  const options = [
    "--config",
    ".dependency-cruiser.cjs",
    "--cache",
    ".checks/imports",
    "--cache-strategy",
    "content",
  ];
  return report(
    "imports",
    await runQuietly("node_modules/dependency-cruiser/bin/dependency-cruise.mjs", ...options, ...CRUISED),
  );
}

async function lint() {
  if (code.length === 0) return true;
  const options = ["--max-warnings=0", "--no-warn-ignored"];
  const [untyped, typed] = await Promise.all([
    runQuietly("node_modules/eslint/bin/eslint.js", ...options, ...code),
    runQuietly("node_modules/oxlint/bin/oxlint", "--no-error-on-unmatched-pattern", ...code),
  ]);
  return [report("lint", untyped), report("lint with types", typed)].every(Boolean);
}

function runNearest() {
  const tests = [
    ...git("ls-files", "*.test.ts", "*.test.tsx"),
    ...present.filter((path) => /\.test\.tsx?$/.test(path)),
  ];
  const { own, importers } = nearestTests({
    changed,
    tests: [...new Set(tests)].filter((path) => existsSync(join(root, path))),
    read: (path) => readFileSync(join(root, path), "utf8"),
  });
  // Tests without a database come first: more of them fit into a minute.
  const sorted = importers.toSorted((a, b) => needsProcesses(a) - needsProcesses(b));
  const nearest = [...own, ...sorted.slice(0, MOST_IMPORTERS)];
  // A build takes longer than all of this check.
  const withoutBuild = isBuildCurrent(root) ? [] : nearest.filter((path) => path.endsWith(".pages.test.ts"));
  if (withoutBuild.length > 0)
    console.log(`tests: after \`npm run build\`, run also: npx vitest run ${withoutBuild.join(" ")}`);
  const chosen = nearest.filter((path) => !withoutBuild.includes(path));
  if (nearest.length === 0) console.log("tests: none is named after a changed module or imports one.");
  if (chosen.length === 0) return true;
  const left = importers.length - Math.min(importers.length, MOST_IMPORTERS);
  if (left > 0) console.log(`tests: ${left} more test files import a changed module; npm test runs them.`);
  return runShown("node_modules/vitest/vitest.mjs", ["run", "--reporter=dot", ...chosen]) === 0;
}

function needsProcesses(test) {
  return /\.(db|http|process|pages)\.test\./.test(test) ? 1 : 0;
}

function git(...args) {
  const output = execFileSync("git", [...args, "-z"], { cwd: root, encoding: "utf8" });
  return output.split("\0").filter((path) => path !== "");
}

async function inOrder(steps) {
  const passed = [];
  for (const step of steps) passed.push(await step());
  return passed;
}

function report(name, { status, output }) {
  console.log(status === 0 ? `${name}: ok (after ${elapsed(startedAt)})` : `${name}: FAILED\n${output}`);
  return status === 0;
}

function elapsed(since) {
  return `${((performance.now() - since) / 1000).toFixed(0)} s`;
}
