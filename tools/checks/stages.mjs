import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { durationsOfPlaywright, durationsOfVitest } from "./durations.mjs";
import {
  entry,
  failuresOfPlaywright,
  failuresOfVitest,
  failuresOutsideTests,
  flakyOfPlaywright,
} from "./failures.mjs";
import { faultsOfLock, readLock } from "./lock.mjs";
import { freePorts, root, run, runQuietly } from "./programs.mjs";
import { BESIDE_REPORT } from "./vitest-reporter.mjs";

/** What the import rules read. */
export const CRUISED = [
  "app",
  "components",
  "lib",
  "server",
  "tools",
  "e2e",
  "proxy.ts",
  "vitest.config.ts",
  "playwright.config.ts",
];

/**
 * The stages of `npm test`, in the order in which they start, two at once. Each returns how many tests passed, failed and
 * were skipped, what failed, and for tests which were `flaky` (they failed, and passed when they were repeated) and how many
 * seconds each of their `files` took; a static check is one test. A stage
 * that `needs` another waits for it, is skipped when that one failed, and includes it when selected alone; one that comes
 * `after` another only waits. `run` gets whether it may show its output immediately, because no other stage was selected.
 */
export const STAGES = [
  // Most others need the build. It writes the types of the routes, too, which the types check must not read meanwhile.
  { name: "types", title: "Types", run: checkTypes },
  {
    name: "build",
    title: "Production build",
    after: "types",
    run: async () => check(await runQuietly("server/setup/prepare.mjs", "--build", "--tools")),
  },
  {
    name: "lint",
    title: "Lint",
    run: async () => check(await runQuietly("node_modules/eslint/bin/eslint.js", "--max-warnings=0", ".")),
  },
  {
    name: "typed-lint",
    title: "Lint with types",
    run: async () => check(await runQuietly("node_modules/oxlint/bin/oxlint")),
  },
  {
    name: "format",
    title: "Format",
    run: async () => check(await runQuietly("node_modules/oxfmt/bin/oxfmt", "--check")),
  },
  { name: "imports", title: "Import rules", run: checkImports },
  { name: "unused", title: "Unused files and exports", run: checkUnused },
  { name: "lock", title: "Lock file", run: checkLock },
  // The longest first: the short ones fill both processors until the end.
  { name: "e2e", title: "End-to-end tests", needs: "build", run: runPlaywright },
  {
    name: "unit",
    title: "Unit and integration tests",
    needs: "build",
    run: (isShown) => runVitest(["pure", "processes"], "vitest.json", isShown),
  },
  { name: "prove", title: "Proofs, short", needs: "build", run: runProofs },
  {
    name: "pages",
    title: "Pages over HTTP",
    needs: "build",
    run: (isShown) => runVitest(["pages"], "pages.json", isShown),
  },
];

/** Each has a separate stack. With one worker, half of two processors is idle while it waits for pages and polls. */
const BROWSER_WORKERS = 2;

const PASSED = { passed: 1, failed: 0, skipped: 0, failures: [] };

/**
 * next-env.d.ts and the routes' types are generated and not in the repository. Those of `npm run dev` may name a page that is
 * no longer there.
 */
async function checkTypes() {
  rmSync(join(root, ".next", "dev", "types"), { recursive: true, force: true });
  const generated = await runQuietly("node_modules/next/dist/bin/next", "typegen");
  return generated.status === 0
    ? check(await runQuietly("node_modules/typescript-native/bin/tsc", "--noEmit"))
    : check(generated);
}

/** Checks that modules were read: with an unknown TypeScript version, dependency-cruiser reads none and passes. */
async function checkImports() {
  const outcome = await runQuietly(
    "node_modules/dependency-cruiser/bin/dependency-cruise.mjs",
    "--config",
    ".dependency-cruiser.cjs",
    ...CRUISED,
  );
  if (outcome.status !== 0) return check(outcome);
  const [, modules] = /\(([0-9]+) modules/.exec(outcome.output) ?? [];
  if (modules !== undefined && modules !== "0") return PASSED;
  return failedBy(`${outcome.output}\nNo module was read, so no rule was checked.`);
}

async function checkUnused() {
  const args = ["--include", "files,exports,types", "--no-progress"];
  return check(await runQuietly("node_modules/knip/bin/knip.js", ...args));
}

function checkLock() {
  const faults = faultsOfLock(readLock(root));
  return faults.length === 0 ? PASSED : failedBy(faults.join("\n"));
}

async function runVitest(projects, reportName, isShown) {
  const report = join(root, ".checks", reportName);
  for (const file of [report, join(root, BESIDE_REPORT)]) rmSync(file, { force: true });
  const args = [
    "run",
    ...projects.map((name) => `--project=${name}`),
    "--reporter=default",
    "--reporter=json",
    "--reporter=./tools/checks/vitest-reporter.mjs",
    `--outputFile.json=${report}`,
  ];
  // Processes of the other stages run the programs in dist, so this one must not write them again.
  const env = { PAYDECK_PROGRAMS_BUILT: "1" };
  const status = await run("node_modules/vitest/vitest.mjs", args, { env, isShown });
  const counts = readReport(report, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests + json.numTodoTests,
    failures: failuresOfVitest(json, root),
    files: durationsOfVitest(json, (path) => relative(root, path)),
  }));
  const { unhandled, flaky } = readReport(join(root, BESIDE_REPORT), (json) => json, {
    unhandled: [],
    flaky: [],
  });
  const failures = [...counts.failures, ...failuresOutsideTests(unhandled)];
  return withExitCode(
    { ...counts, failures, flaky: flaky.map(({ name, message }) => entry(name, message)) },
    status,
  );
}

/**
 * The proofs of what only processes show together (0150); `npm run prove` has the others. The same choices in every run: new seeds are for that command. Each proof is one test.
 */
const PROOFS = ["races", "wire", "crash"];

async function runProofs(isShown) {
  const report = join(root, ".checks", "prove.json");
  rmSync(report, { force: true });
  const status = await run(
    "dist/tools/prove.js",
    ["--only", PROOFS.join(","), "--seed", "1", "--report", report],
    {
      isShown,
    },
  );
  return withExitCode(
    readReport(report, (counts) => counts),
    status,
  );
}

async function runPlaywright(isShown) {
  const chromium = ensureChromium();
  if (chromium.problem !== undefined) return failedBy(chromium.problem);
  const report = join(root, ".checks", "e2e.json");
  rmSync(report, { force: true });
  const ports = freePorts(2 * BROWSER_WORKERS);
  const env = {
    PAYDECK_E2E_PORT: ports.slice(0, BROWSER_WORKERS).join(","),
    PAYDECK_E2E_ROUTING_PORT: ports.slice(BROWSER_WORKERS).join(","),
    CHROMIUM_PATH: chromium.path,
  };
  const status = await run("node_modules/@playwright/test/cli.js", ["test"], { env, isShown });
  const counts = readReport(report, (json) => ({
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    skipped: json.stats.skipped,
    failures: failuresOfPlaywright(json),
    flaky: flakyOfPlaywright(json),
    files: durationsOfPlaywright(json),
  }));
  return withExitCode(counts, status);
}

function readReport(path, count, missing = { passed: 0, failed: 0, skipped: 0, failures: [] }) {
  try {
    return count(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    return missing;
  }
}

/**
 * A runner that fails without a failed test (a file that does not load, a broken set-up), or runs none, counts as one
 * failure.
 */
function withExitCode(counts, status) {
  const ranNone = counts.passed + counts.failed === 0;
  if (counts.failed > 0 || (status === 0 && !ranNone)) return counts;
  const failures =
    counts.failures.length > 0
      ? counts.failures
      : [`the runner itself ended with ${status}: see its output above`];
  return { ...counts, failed: 1, failures };
}

function check({ status, output }) {
  return status === 0 ? PASSED : failedBy(output);
}

function failedBy(output) {
  console.log(output);
  return { passed: 0, failed: 1, skipped: 0, failures: [entry("the check", output)] };
}
