import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { secondsLeft, slowestLines } from "./durations.mjs";
import { takeFrom } from "./stage-queue.mjs";
import { STAGES } from "./stages.mjs";

/**
 * `npm test`: runs every check, two stages beside each other. Prints the time that is left, by the durations of the runs
 * before, and at the end the slowest test files, what passed only when repeated, what failed, and `N passed, N failed` as the
 * last line. `--only unit,e2e` selects.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync(join(root, ".checks"), { recursive: true });

const DURATIONS = join(root, ".checks", "durations.json");

/** For two processors; most stages wait part of their time, or use more than one process. */
const AT_ONCE = 2;

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const flaky = [];
const files = [];
const stages = selectStages(process.argv.slice(2));
/** The seconds that each stage took the last time, by name. */
const durations = readDurations();
const running = new Set(stages);
printTimeLeft();
const failed = new Set();
await takeFrom(stages, AT_ONCE, (stage) => runStage(stage, isAlone(stage)));
writeFileSync(DURATIONS, JSON.stringify(durations));

function isAlone({ name, needs }) {
  return stages.every((other) => other.name === name || other.name === needs);
}

async function runStage(stage, isShown) {
  const counts = await runAfterOthers(stage, isShown);
  if (counts.failed > 0) failed.add(stage.name);
  for (const key of Object.keys(total)) total[key] += counts[key];
  failures.push(...counts.failures.map((failure) => `${stage.title}: ${failure}`));
  flaky.push(...(counts.flaky ?? []).map((test) => `${stage.title}: ${test}`));
  files.push(...(counts.files ?? []));
  running.delete(stage);
  printTimeLeft();
}

function printTimeLeft() {
  const seconds = secondsLeft([...running], durations, AT_ONCE);
  if (seconds !== null) console.log(`   about ${Math.ceil(seconds / 60)} min left`);
}

function readDurations() {
  try {
    return JSON.parse(readFileSync(DURATIONS, "utf8"));
  } catch {
    return {};
  }
}

/** Beside another stage, the output of both would be mixed: each is shown when it has ended. */
async function runAfterOthers(stage, isShown) {
  if (failed.has(stage.needs)) {
    console.log(`\n== ${stage.title}\nleft out, because the stage "${stage.needs}" failed`);
    return { passed: 0, failed: 1, skipped: 0, failures: [`left out, because "${stage.needs}" failed`] };
  }
  console.log(isShown ? `\n== ${stage.title}` : `   ${stage.title}…`);
  const startedAt = performance.now();
  const counts = await stage.run(isShown);
  const seconds = (performance.now() - startedAt) / 1000;
  if (counts.failed === 0) durations[stage.name] = seconds;
  const verdict = counts.failed > 0 ? "FAILED" : "ok";
  const title = isShown ? "" : `== ${stage.title}: `;
  console.log(
    `${title}${verdict}, ${counts.passed} passed, ${counts.failed} failed (${seconds.toFixed(1)} s)`,
  );
  return counts;
}

if (files.length > 0) console.log(`\nThe slowest test files:\n\n${slowestLines(files).join("\n")}`);
if (flaky.length > 0) console.log(`\nFailed, and passed when repeated:\n\n${flaky.join("\n\n")}`);
if (failures.length > 0) console.log(`\nWhat failed:\n\n${failures.join("\n\n")}`);
const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
const repeated = flaky.length > 0 ? `, ${flaky.length} flaky` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}${repeated}`);
process.exit(total.failed > 0 ? 1 : 0);

function selectStages(args) {
  if (args.length === 0) return STAGES;
  const names = new Set((args[0] === "--only" ? (args[1] ?? "") : "").split(","));
  const isKnown = [...names].every((name) => STAGES.some((stage) => stage.name === name));
  if (!isKnown || args.length !== 2) {
    console.error(`Usage: npm test [-- --only ${STAGES.map((stage) => stage.name).join(",")}]`);
    process.exit(2);
  }
  for (const stage of STAGES) if (names.has(stage.name) && stage.needs !== undefined) names.add(stage.needs);
  return STAGES.filter((stage) => names.has(stage.name));
}
