import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Harness, startHarness } from "../harness";
import { walk } from "./walk";

const STEPS = 60;
/** Of `npm test`. */
const SHORT_MS = 8_000;
const NO_COMMIT = 1;

/** Of the commit, so that each one walks elsewhere, and the same one the same way; PAYDECK_WALK_SEED repeats a walk. */
function firstSeed(): number {
  const given = process.env.PAYDECK_WALK_SEED;
  if (given !== undefined) return Number.parseInt(given, 10);
  try {
    const commit = execFileSync("git", ["rev-parse", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return Number.parseInt(commit.slice(0, 7), 16);
  } catch {
    return NO_COMMIT;
  }
}

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());

const COUNT = Number.parseInt(process.env.PAYDECK_WALKS ?? "0", 10);

it(
  "keeps the books of both sides equal over random walks",
  async () => {
    const seed = firstSeed();
    const startedAt = performance.now();
    let walks = 0;
    let steps = 0;
    while (COUNT > 0 ? walks < COUNT : performance.now() - startedAt < SHORT_MS) {
      const result = await walk(harness, seed + walks, STEPS);
      walks += 1;
      steps += result.steps;
      const told = [
        ...result.trace,
        ...result.faults,
        `repeat: PAYDECK_WALK_SEED=${result.seed} PAYDECK_WALKS=1`,
      ];
      expect(result.faults, told.join("\n")).toEqual([]);
    }
    process.stdout.write(`${walks} walks from seed ${seed}, ${steps} steps\n`);
  },
  COUNT > 0 ? COUNT * 30_000 : undefined,
);
