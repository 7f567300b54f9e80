import { expect, test } from "vitest";
import { judge, type MutationReport } from "./judge.mjs";

const report = (...statuses: string[]): MutationReport => ({
  files: {
    "a.ts": {
      source: "const sum =\n  one + two;\n",
      mutants: statuses.map((status) => ({
        status,
        mutatorName: "ArithmeticOperator",
        replacement: "one - two",
        location: { start: { line: 2, column: 3 }, end: { line: 2, column: 12 } },
      })),
    },
  },
});
const judged = (...statuses: string[]) => judge(report(...statuses), { sums: ["a.ts"] }, 90);

test("a subject holds when its goal is reached, and fails below it", () => {
  const nine = Array<string>(9).fill("Killed");
  expect(judged(...nine, "Survived")).toMatchObject({ holds: true, results: [{ percent: 90, killed: 9 }] });
  expect(judged(...nine, "Survived", "Survived").holds).toBe(false);
});

test("one good subject does not make up for another", () => {
  const { files } = report("Killed");
  const both = { files: { ...files, "b.ts": { source: "x", mutants: [] } } };
  const { results, holds } = judge(both, { sums: ["a.ts"], rest: ["b.ts"] }, 90);
  expect(results.map((result) => result.holds)).toEqual([true, false]);
  expect(holds).toBe(false);
});

test("what no test reaches has survived, an endless loop has not, and what could not run does not count", () => {
  expect(judged("NoCoverage").results[0]).toMatchObject({ mutants: 1, killed: 0 });
  expect(judged("Timeout").results[0]).toMatchObject({ mutants: 1, killed: 1 });
  expect(judged("CompileError", "Ignored", "Killed").results[0]).toMatchObject({ mutants: 1, killed: 1 });
});

test("a survivor is reported with its place, its code and what replaced it", () => {
  expect(judged("Survived").results[0]?.survivors).toEqual([
    { file: "a.ts", status: "Survived", line: 2, code: "one + two", replacement: "one - two" },
  ]);
});

test("a file that was not mutated at all is a mistake and is reported", () => {
  expect(() => judge(report("Killed"), { sums: ["b.ts"] }, 90)).toThrow("b.ts was not mutated");
});
