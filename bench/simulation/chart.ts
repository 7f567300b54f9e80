import { scaleLinear, scaleLog, scaleOrdinal } from "d3-scale";
import { line } from "d3-shape";

export type Line = { name: string; waitAt: readonly (number | null)[] };

const [WIDTH, HEIGHT] = [900, 380];
const PLOT = { left: 64, right: 590, top: 24, bottom: 352 };
const [SHORTEST_MS, LONGEST_MS] = [0.01, 100_000];
const MARKS = [
  [0.01, "0.01 ms"],
  [1, "1 ms"],
  [100, "100 ms"],
  [1_000, "1 s"],
  [10_000, "10 s"],
  [100_000, "100 s"],
] as const;
const SECONDS_BETWEEN_MARKS = 30;
const LABEL_HEIGHT = 18;
/** Each at least 3:1 on white and on the black of GitHub; the names beside the lines do not depend on colour. */
const COLOURS = ["#80868f", "#d1493f", "#3b82c4", "#8f6fd6", "#b7791f", "#2f8f5b"];

/**
 * The mean wait of creations in the cell that is affected most, by the second in which they were sent. Frame and texts
 * follow the reader's light or dark scheme.
 */
export function drawChart(lines: readonly Line[]): string {
  const seconds = Math.max(...lines.map(({ waitAt }) => waitAt.length));
  const x = scaleLinear([0, seconds], [PLOT.left, PLOT.right]);
  const y = scaleLog([SHORTEST_MS, LONGEST_MS], [PLOT.bottom, PLOT.top]).clamp(true);
  const colour = scaleOrdinal(COLOURS).domain(lines.map(({ name }) => name));
  const path = line<number | null>()
    .defined((wait) => wait !== null)
    .x((_, second) => round(x(second)))
    .y((wait) => round(y(Math.max(wait ?? 0, SHORTEST_MS))));
  const labels = apart(lines.map(({ waitAt }) => y(lastOf(waitAt))));
  const parts = [
    ...MARKS.map(([ms, text]) => horizontal(round(y(ms)), text)),
    ...marksOf(seconds).map((second) => vertical(round(x(second)), `${second} s`)),
    ...lines.map(
      ({ name, waitAt }, index) =>
        `<path d="${path(waitAt) ?? ""}" fill="none" stroke="${colour(name)}" stroke-width="2"/>` +
        `<circle cx="${PLOT.right + 16}" cy="${labels[index]}" r="4" fill="${colour(name)}"/>` +
        `<text x="${PLOT.right + 26}" y="${(labels[index] ?? 0) + 4}">${name}</text>`,
    ),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">
<title>Mean wait of creations in the cell that is affected most, by the second in which they were sent</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #3d3f47 }
.mark { stroke: #d5d7de }
@media (prefers-color-scheme: dark) { text { fill: #c5c8d3 } .mark { stroke: #3a3d48 } }
</style>
${parts.join("\n")}
</svg>
`;
}

function horizontal(at: number, text: string): string {
  return `<path class="mark" d="M${PLOT.left},${at}H${PLOT.right}"/><text x="${PLOT.left - 8}" y="${at + 4}" text-anchor="end">${text}</text>`;
}

function vertical(at: number, text: string): string {
  return `<path class="mark" d="M${at},${PLOT.bottom}v5"/><text x="${at}" y="${PLOT.bottom + 22}" text-anchor="middle">${text}</text>`;
}

function marksOf(seconds: number): number[] {
  return Array.from(
    { length: Math.floor(seconds / SECONDS_BETWEEN_MARKS) + 1 },
    (_, index) => index * SECONDS_BETWEEN_MARKS,
  );
}

/** Places for labels beside the ends of their lines, in the same order, none over another. */
function apart(wanted: readonly number[]): number[] {
  const places = [...wanted];
  const inOrder = wanted.map((_, index) => index).toSorted((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  let lowest = -Infinity;
  for (const index of inOrder) {
    lowest = Math.max(wanted[index] ?? 0, lowest + LABEL_HEIGHT);
    places[index] = round(lowest);
  }
  // Those that went below the frame push the ones above them up.
  let highest = PLOT.bottom + LABEL_HEIGHT;
  for (const index of inOrder.toReversed()) {
    highest = Math.min(places[index] ?? 0, highest - LABEL_HEIGHT);
    places[index] = round(highest);
  }
  return places;
}

function lastOf(waitAt: readonly (number | null)[]): number {
  return Math.max(waitAt.findLast((wait) => wait !== null) ?? 0, SHORTEST_MS);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
