import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { STAGES } from "./stages.mjs";

/** `npm test`: every check, one after the other, and last the line `N passed, N failed`. `--only unit,e2e` selects. */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
mkdirSync(join(root, ".checks"), { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const failedStages = new Set();
for (const stage of selectStages(process.argv.slice(2))) {
  console.log(`\n== ${stage.title}`);
  if (failedStages.has(stage.needs)) {
    console.log(`left out, because the stage "${stage.needs}" failed`);
    total.failed += 1;
    continue;
  }
  const startedAt = performance.now();
  const counts = stage.run();
  for (const key of Object.keys(total)) total[key] += counts[key];
  if (counts.failed > 0) failedStages.add(stage.name);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `${counts.failed > 0 ? "FAILED" : "ok"}, ${counts.passed} passed, ${counts.failed} failed (${seconds} s)`,
  );
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
