import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { readOptions } from "./options.mjs";
import { tableOf } from "./report.mjs";
import { measureBulk } from "./sections/bulk.mjs";
import { measureEndpoints } from "./sections/endpoints.mjs";
import { measureIdle } from "./sections/idle.mjs";
import { measureGrowth } from "./sections/growth.mjs";
import { measurePaymentLife } from "./sections/payment-life.mjs";
import { measurePages } from "./sections/pages.mjs";
import { measurePeople } from "./sections/people.mjs";
import { measureVisits } from "./sections/visits.mjs";
import { root, startStack, stopAll } from "./stack.mjs";

/** `npm run bench`: starts a separate stack, measures, prints one table and stores the figures in .checks. */
const MEASURES = {
  idle: measureIdle,
  endpoints: measureEndpoints,
  life: measurePaymentLife,
  growth: measureGrowth,
  pages: measurePages,
  visits: measureVisits,
  people: measurePeople,
  bulk: measureBulk,
};

const RESULTS = join(root, ".checks/bench.json");
const options = readOptions(process.argv.slice(2));
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => void stopAll().then(() => process.exit(1)));
}
try {
  const machine = { processors: cpus().length, model: cpus()[0]?.model ?? "unknown", node: process.version };
  const stack = await startStack(options);
  const sections = {};
  for (const name of options.sections) {
    console.error(`measuring ${name}`);
    sections[name] = await measured(stack, MEASURES[name]);
    // Saved at once: a section that fails does not lose those before it.
    keep({ machine, sections: { ...lastOnSuch(machine), ...sections } });
  }
  await stack.stop();
  console.log(tableOf({ machine, sections }));
} finally {
  await stopAll();
}

async function measured(stack, measure) {
  const [measuredAt, loadBefore, startedAt] = [new Date().toISOString(), loadavg()[0], performance.now()];
  const figures = await measure(stack, options);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const { quick } = options;
  return { measuredAt, quick, startMs: stack.readyMs, loadBefore, loadAfter: loadavg()[0], seconds, figures };
}

/** Earlier results on the same kind of machine: a run of some sections leaves the others unchanged. */
function lastOnSuch(machine) {
  if (!existsSync(RESULTS)) return {};
  const last = JSON.parse(readFileSync(RESULTS, "utf8"));
  return JSON.stringify(last.machine) === JSON.stringify(machine) ? last.sections : {};
}

function keep(results) {
  mkdirSync(dirname(RESULTS), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}
