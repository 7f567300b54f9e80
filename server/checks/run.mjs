import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { STAGES } from "./stages.mjs";

/**
 * `npm test`: runs every check, two at a time, and prints `N passed, N failed` as the last line. `--only
 * unit,e2e` selects.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync(join(root, ".checks"), { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
/** For each started stage, by name: a promise of whether it failed. */
const ended = new Map();
for (const group of inGroups(selectStages(process.argv.slice(2)))) {
  const waiting = [...group];
  const runOneByOne = async () => {
    for (let stage = waiting.shift(); stage !== undefined; stage = waiting.shift())
      await runStage(stage, group.length === 1);
  };
  await Promise.all([runOneByOne(), runOneByOne()]);
}

async function runStage(stage, isAlone) {
  const outcome = runAfterOthers(stage, isAlone);
  ended.set(
    stage.name,
    outcome.then(({ failed }) => failed > 0),
  );
  const counts = await outcome;
  for (const key of Object.keys(total)) total[key] += counts[key];
}

/** Beside another stage, the output of both would be mixed: each is shown when it has ended. */
async function runAfterOthers(stage, isAlone) {
  await ended.get(stage.after);
  if (await ended.get(stage.needs)) {
    console.log(`\n== ${stage.title}\nleft out, because the stage "${stage.needs}" failed`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
  console.log(isAlone ? `\n== ${stage.title}` : `   ${stage.title}…`);
  const startedAt = performance.now();
  const counts = await stage.run(isAlone);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const verdict = counts.failed > 0 ? "FAILED" : "ok";
  const title = isAlone ? "" : `== ${stage.title}: `;
  console.log(`${title}${verdict}, ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`);
  return counts;
}

function inGroups(stages) {
  const names = [...new Set(stages.map(({ group }) => group))];
  return names.map((name) => stages.filter(({ group }) => group === name));
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : "";
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
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
