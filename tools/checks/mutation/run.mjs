import { readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { root, runShown } from "../programs.mjs";
import { installTools } from "../packages/install.mjs";
import { judge } from "./judge.mjs";
import { GOAL_PERCENT, SUBJECTS } from "./subjects.mjs";

/**
 * `npm run mutate`: applies every small change that Stryker knows to the code of each subject and runs the pure tests
 * on each. Fails when a subject does not reach its goal; survivors are listed, and docs/evidence.md says why each of
 * them remains.
 */
const report = join(root, ".checks", "mutation.json");
rmSync(report, { force: true });
const begun = performance.now();
const tools = relative(root, await installTools("mutation"));
const status = runShown(join(tools, "node_modules/@stryker-mutator/core/bin/stryker.js"), ["run"]);
if (status !== 0) process.exit(1);

const { results, holds } = judge(JSON.parse(readFileSync(report, "utf8")), SUBJECTS, GOAL_PERCENT);
for (const { survivors } of results) {
  for (const { file, line, code, replacement } of survivors) {
    console.log(`${file}:${line}\n    ${code}\n    survives as ${replacement}`);
  }
}
console.log();
for (const { subject, mutants, killed, percent, holds: isReached } of results) {
  const note = isReached ? "" : `  below ${GOAL_PERCENT} %`;
  console.log(`${subject.padEnd(12)} ${killed} of ${mutants} killed, ${percent.toFixed(1)} %${note}`);
}
const minutes = ((performance.now() - begun) / 60_000).toFixed(1);
console.log(`\nNode ${process.version}, ${availableParallelism()} cores, ${minutes} minutes`);
process.exit(holds ? 0 : 1);
