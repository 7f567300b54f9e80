import { expect, test } from "vitest";
import { CREATION, FOLLOWING, PROCESSORS } from "./assumptions";
import { REFUNDS_PER_PAYMENT } from "./figures";
import { scenarioRunner } from "./run-scenario";
import { allScenarios, type Scenario } from "./scenarios";
import { perSecondOf } from "./merchants";

/** The first two cells of a scenario, for the first five seconds of a loss. */
function start(name: string): Scenario {
  const scenario = allScenarios().find((one) => one.name === name);
  if (scenario === undefined) throw new Error(`there is no scenario ${name}`);
  const span = { durationMs: 25_000, measuredFromMs: 10_000 };
  return { ...scenario, cells: scenario.cells.slice(0, 2), span };
}

test("a lost cell changes the result of its own merchants only", () => {
  const normal = scenarioRunner()(start("Normal"));
  const lost = scenarioRunner()(start("One cell lost for 60 s"));
  expect(lost.tallies[0]).not.toEqual(normal.tallies[0]);
  expect(lost.tallies.slice(1)).toEqual(normal.tallies.slice(1));
  const [its, others] = lost.rows;
  expect([its?.outcome.refused === 0, others?.outcome.refused]).toEqual([false, 0]);
});

test("every scenario has a hundred cells and 100,000 payments a second", () => {
  for (const { name, cells } of allScenarios()) {
    expect(cells, name).toHaveLength(100);
    expect(perSecondOf(cells.flatMap(({ merchants }) => merchants)), name).toBeCloseTo(100_000);
  }
});

test("the rows of a scenario count each payment at most once, but for the fullest cell, which is one of the full ones", () => {
  for (const { name, cells, rows } of allScenarios()) {
    for (const [cell] of cells.entries())
      for (const group of ["large", "small"]) {
        const counting = rows.filter(
          ({ who, includes }) => !who.startsWith("the fullest") && includes(cell, group),
        );
        expect(counting.length, `${name}, cell ${cell}, ${group}`).toBe(1);
      }
  }
});

test("at 1,000 payments a second a cell is half full", () => {
  const steps = [CREATION, ...FOLLOWING];
  const work = (from: (step: (typeof steps)[number]) => number): number =>
    steps.reduce((sum, step) => sum + from(step) * (step.isOfRefund ? REFUNDS_PER_PAYMENT : 1), 0);
  expect(work(({ cost }) => cost.databaseMs) / PROCESSORS.database).toBeCloseTo(0.5, 1);
  expect(work(({ cost, from }) => (from === "job" ? 0 : cost.programMs)) / PROCESSORS.service).toBeCloseTo(
    0.5,
    1,
  );
});
