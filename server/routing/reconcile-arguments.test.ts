import { describe, expect, test } from "vitest";
import { readReconcileArguments } from "./reconcile-arguments";

const NOW = new Date("2026-11-21T00:30:00Z");

describe("the arguments of npm run reconcile", () => {
  test("without any: yesterday by UTC, every merchant, a report for people, and repairs", () => {
    expect(readReconcileArguments([], NOW)).toEqual({
      ok: true,
      value: {
        day: "2026-11-20",
        merchant: null,
        isJson: false,
        isDryRun: false,
      },
    });
  });

  test("all of them, in any order; today counts as begun", () => {
    const args = ["--dry-run", "--merchant", "Chai & Co", "--json", "--day", "2026-11-21"];
    expect(readReconcileArguments(args, NOW)).toMatchObject({
      ok: true,
      value: { day: "2026-11-21", merchant: "Chai & Co", isJson: true, isDryRun: true },
    });
  });

  test.each([
    [["--day", "2026-02-30"], "--day takes a date"],
    [["--day", "yesterday"], "--day takes a date"],
    [["--day", "2026-1-1"], "--day takes a date"],
    [["--day", "2026-11-22"], "has not begun yet"],
    [["--day"], "--day needs a value"],
    [["--merchant", "--json"], "--merchant needs a value"],
    [["--json", "--json"], "--json is given twice"],
    [["--force"], "Usage: npm run reconcile"],
    [["2026-11-20"], "is not known"],
  ])("%j is refused, and the argument at fault is named", (args, words) => {
    expect(readReconcileArguments(args, NOW)).toEqual({
      ok: false,
      error: expect.stringContaining(words) as string,
    });
  });
});
