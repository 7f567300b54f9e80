import { type Cell, simulateCell } from "./cell";
import type { Scenario } from "./scenarios";
import { Outcome, type Tally } from "./tally";

export type RowResult = { who: string; merchants: number; outcome: Outcome; longestQueue: number };

export type ScenarioResult = {
  name: string;
  measuredSeconds: number;
  rows: RowResult[];
  tallies: Tally[];
  /** Mean wait by second in the cell that the chart shows; null: it shows none. */
  drawnWaitAt: (number | null)[] | null;
};

const SEED = 17;

/**
 * Runs scenarios in turn. A cell that is the same in two of them, at the same place and for as long, is simulated once:
 * it would have the same result.
 */
export function scenarioRunner(): (scenario: Scenario) => ScenarioResult {
  const known = new Map<Cell, { tally: Tally; durationMs: number }>();
  const tallyOf = (cell: Cell, index: number, span: Scenario["span"]): Tally => {
    const earlier = known.get(cell);
    if (earlier?.durationMs === span.durationMs) return earlier.tally;
    const tally = simulateCell(cell, span, SEED + index);
    known.set(cell, { tally, durationMs: span.durationMs });
    return tally;
  };
  return (scenario) => {
    const { cells, span } = scenario;
    const tallies = cells.map((cell, index) => tallyOf(cell, index, span));
    return {
      name: scenario.name,
      measuredSeconds: (span.durationMs - span.measuredFromMs) / 1_000,
      rows: scenario.rows.map((row) => rowOf(row, cells, tallies)),
      tallies,
      drawnWaitAt: scenario.drawn === null ? null : (tallies[scenario.drawn]?.waitAt() ?? null),
    };
  };
}

function rowOf(
  { who, includes }: Scenario["rows"][number],
  cells: readonly Cell[],
  tallies: Tally[],
): RowResult {
  const outcome = new Outcome();
  let longestQueue = 0;
  let merchants = 0;
  for (const [index, tally] of tallies.entries()) {
    const own = [...tally.outcomes].filter(([group]) => includes(index, group));
    for (const [, part] of own) outcome.include(part);
    merchants += cells[index]?.merchants.filter(({ group }) => includes(index, group)).length ?? 0;
    if (own.length > 0) longestQueue = Math.max(longestQueue, ...tally.queueAt);
  }
  return { who, merchants, outcome, longestQueue };
}
