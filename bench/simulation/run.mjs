import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled } from "../bundled.mjs";
import { root } from "../stack.mjs";

/**
 * `npm run simulate`: prints the tables of docs/scale-simulation.md and draws its chart. It measures nothing, so it is no
 * section of the bench: every machine has the same result.
 */
const DATABASE_PROCESSORS = [4, 8, 32, 64];
const PARTS = [0.5, 0.7, 0.8, 0.9, 0.95, 0.99];
const RETURN_PARTS = [0.3, 0.5, 0.7, 0.8, 0.9];
const CHART = join(root, "docs/pictures/scale-simulation.svg");

const folder = mkdtempSync(join(tmpdir(), "paydeck-simulation-"));
const simulation = await bundled(folder, "simulation", ["bench/simulation/index.ts"]);
rmSync(folder, { recursive: true });

const runScenario = simulation.scenarioRunner();
const results = simulation.allScenarios().map((scenario) => {
  console.error(`simulating: ${scenario.name}`);
  return runScenario(scenario);
});
console.log(simulation.scenarioTable(results));
console.log(`\n${simulation.settledLines(results)}`);
const all = PARTS.flatMap((part) =>
  DATABASE_PROCESSORS.map((size) => simulation.waitsAtFullness(size, part)),
);
console.log(`\n${simulation.fullnessTable(all)}`);
console.log(`\n${simulation.returnTable(RETURN_PARTS.map(simulation.returnAfterLoss))}`);
const lines = results.flatMap(({ name, drawnWaitAt }) =>
  drawnWaitAt === null ? [] : [{ name: name, waitAt: drawnWaitAt }],
);
writeFileSync(CHART, simulation.drawChart(lines));
console.log(`\nThe chart is in ${CHART}.`);
