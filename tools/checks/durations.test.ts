import { expect, test } from "vitest";
import { durationsOfPlaywright, durationsOfVitest, secondsLeft, slowestLines } from "./durations.mjs";

const STAGES = [{ name: "e2e" }, { name: "unit" }, { name: "pages" }];

test("two stages run at once, and the next one after the first that ends; one that never ran counts nothing", () => {
  expect(secondsLeft(STAGES, { e2e: 100, unit: 60, pages: 50 }, 2)).toBe(110);
  expect(secondsLeft(STAGES, { e2e: 100, unit: 60 }, 2)).toBe(100);
  expect(secondsLeft(STAGES.slice(1), { e2e: 100, unit: 60, pages: 50 }, 2)).toBe(60);
  expect(secondsLeft(STAGES, {}, 2)).toBeNull();
});

test("the slowest files come first, and only ten of them", () => {
  const files = Array.from({ length: 12 }, (_, i) => ({ name: `file ${String(i)}`, seconds: i }));
  const lines = slowestLines(files);
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe("    11 s  file 11");
});

test("a file of Vitest takes from its start to its end; one of Playwright what its tests take", () => {
  const vitest = { testResults: [{ name: "/r/lib/money.test.ts", startTime: 1000, endTime: 3500 }] };
  expect(durationsOfVitest(vitest, (path) => path.slice(3))).toEqual([
    { name: "lib/money.test.ts", seconds: 2.5 },
  ]);
  const specs = [{ tests: [{ results: [{ duration: 1000 }, { duration: 500 }] }] }];
  expect(durationsOfPlaywright({ suites: [{ file: "a.spec.ts", specs, suites: [{ specs }] }] })).toEqual([
    { name: "e2e/a.spec.ts", seconds: 3 },
  ]);
});
