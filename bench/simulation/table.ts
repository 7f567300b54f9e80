import type { Fullness } from "./fullness";
import type { Return } from "./return-after-loss";
import type { ScenarioResult } from "./run-scenario";
import type { Waits } from "./waits";

const SHORT_MS = 1;

/** The results as Markdown tables, for the terminal and for docs/scale-simulation.md. */
export function scenarioTable(results: readonly ScenarioResult[]): string {
  const rows = results.flatMap(({ name, measuredSeconds, rows }) =>
    rows.map(({ who, merchants, outcome, longestQueue }, index) => [
      index === 0 ? name : "",
      who,
      whole(merchants),
      whole(outcome.wanted / measuredSeconds),
      whole(outcome.created / measuredSeconds),
      quantiles(outcome.waits),
      whole(longestQueue),
      share(outcome.refused, outcome.wanted),
      share(outcome.givenUp, outcome.wanted),
    ]),
  );
  const head = [
    "scenario",
    "who",
    "records",
    "wanted a second",
    "created a second",
    "wait p50, p95, p99",
    "longest queue",
    "refused at first",
    "given up",
  ];
  return tableOf(head, rows);
}

export function fullnessTable(all: readonly Fullness[]): string {
  const sizes = [...new Set(all.map(({ processors }) => processors))];
  const parts = [...new Set(all.map(({ part }) => part))];
  const head = ["processors of the database in use", ...sizes.map((size) => `${size} processors`)];
  const rows = parts.map((part) => [
    `${Math.round(part * 100)} %`,
    ...all
      .filter((one) => one.part === part)
      .map(({ perSecond, waits }) => `${whole(perSecond)} a second: ${time(waits.quantile(0.99))}`),
  ]);
  return tableOf(head, rows);
}

/** For the page: from which second on the waits are short again, where the chart shows a disturbance. */
export function settledLines(results: readonly ScenarioResult[]): string {
  return results
    .flatMap(({ name, drawnWaitAt }) => {
      if (drawnWaitAt === null) return [];
      const last = drawnWaitAt.findLastIndex((wait) => wait === null || wait > SHORT_MS);
      return [`${name}: short waits from second ${last + 1} on, of ${drawnWaitAt.length}`];
    })
    .join("\n");
}

export function returnTable(all: readonly Return[]): string {
  const head = ["processors of the database in use", "payments a second", "slow after the return for"];
  const rows = all.map(({ part, perSecond, slowForSeconds }) => [
    `${Math.round(part * 100)} %`,
    whole(perSecond),
    `${slowForSeconds} s`,
  ]);
  return tableOf(head, rows);
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function quantiles(waits: Waits): string {
  return waits.count === 0 ? "–" : [0.5, 0.95, 0.99].map((part) => time(waits.quantile(part))).join(", ");
}

/** To one millisecond below a second: the distribution is exact to two percent. */
function time(ms: number): string {
  return ms < 1_000 ? `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

function share(part: number, of: number): string {
  return part === 0 ? "0" : `${((100 * part) / of).toFixed(1)} %`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en");
}
