import { expect, test } from "vitest";
import { drawChart } from "./chart";

const waits = (ms: number): number[] => Array.from({ length: 60 }, () => ms);

/** The heights of the names, from the top down. */
function heightsOf(svg: string, names: readonly string[]): number[] {
  return names.map((name) => {
    const [, height] = new RegExp(`y="([\\d.]+)">${name}<`).exec(svg) ?? [];
    return Number(height ?? NaN);
  });
}

test("each line has its name, and names of lines that end at one place do not cover each other", () => {
  const names = ["one", "two", "three"];
  const svg = drawChart(names.map((name) => ({ name, waitAt: waits(5) })));
  const heights = heightsOf(svg, names).toSorted((a, b) => a - b);
  expect(svg.match(/fill="none"/g)).toHaveLength(3);
  for (const [index, height] of heights.entries())
    if (index > 0) expect(height - (heights[index - 1] ?? 0)).toBeGreaterThanOrEqual(13);
});

test("the longer wait is the higher line, and seconds without a creation are a gap", () => {
  const svg = drawChart([
    { name: "short", waitAt: waits(1) },
    { name: "long", waitAt: [...waits(1_000), null, ...waits(1_000)] },
  ]);
  const [short = 0, long = 0] = heightsOf(svg, ["short", "long"]);
  expect(long).toBeLessThan(short);
  const lines = [...svg.matchAll(/ d="([^"]+)" fill="none"/g)].map(([, path]) => path ?? "");
  expect(lines.map((path) => path.match(/M/g)?.length)).toEqual([1, 2]);
});
