import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { readOptions } from "./options.mjs";
import { tableOf } from "./report.mjs";
import { measureBulk } from "./sections/bulk.mjs";
import { measureEndpoints } from "./sections/endpoints.mjs";
import { measureGrowth } from "./sections/growth.mjs";
import { measurePages } from "./sections/pages.mjs";
import { measurePeople } from "./sections/people.mjs";
import { measureStatements } from "./sections/statements.mjs";
import { measureVisits } from "./sections/visits.mjs";
import { root, startStack, stopAll } from "./stack.mjs";

/** `npm run bench`: starts its own stack, measures, prints one table and keeps it in bench/results. */
const MEASURES = {
  endpoints: measureEndpoints,
  statements: measureStatements,
  growth: measureGrowth,
  pages: measurePages,
  visits: measureVisits,
  people: measurePeople,
  bulk: measureBulk,
};

const options = readOptions(process.argv.slice(2));
const startedAt = performance.now();
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stopAll().then(() => process.exit(1)));
}
try {
  const loadBefore = loadavg()[0];
  const stack = await startStack(options);
  const results = {
    measuredAt: new Date().toISOString(),
    machine: { processors: cpus().length, model: cpus()[0]?.model ?? "unknown", node: process.version },
    quick: options.quick,
    startMs: stack.readyMs,
  };
  for (const section of options.sections) {
    console.error(`measuring ${section}`);
    results[section] = await MEASURES[section](stack, options);
  }
  await stack.stop();
  results.load = { before: loadBefore, after: loadavg()[0] };
  results.seconds = Math.round((performance.now() - startedAt) / 1_000);
  const table = tableOf(results);
  mkdirSync(join(root, "bench/results"), { recursive: true });
  writeFileSync(join(root, "bench/results/latest.json"), `${JSON.stringify(results, null, 2)}\n`);
  writeFileSync(join(root, "bench/results/latest.md"), `${table}\n`);
  console.log(table);
} finally {
  await stopAll();
}
