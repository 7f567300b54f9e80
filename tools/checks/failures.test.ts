import { expect, test } from "vitest";
import {
  entry,
  failuresOfPlaywright,
  failuresOfVitest,
  failuresOutsideTests,
  flakyOfPlaywright,
} from "./failures.mjs";

test("a failed test of Vitest is named with its file and the beginning of its message; the others are not", () => {
  const assertionResults = [
    { status: "passed", fullName: "money adds", failureMessages: [] },
    {
      status: "failed",
      fullName: "money subtracts",
      failureMessages: ["AssertionError: expected 1 to be 2\n    at a.ts:1"],
    },
    { status: "skipped", fullName: "money divides", failureMessages: [] },
  ];
  const report = {
    testResults: [{ name: "/r/lib/money.test.ts", status: "failed", message: "", assertionResults }],
  };
  expect(failuresOfVitest(report, "/r")).toEqual([
    "lib/money.test.ts › money subtracts\n    AssertionError: expected 1 to be 2\n    at a.ts:1",
  ]);
});

test("a file that did not load is named with its message", () => {
  const file = {
    name: "/r/lib/money.test.ts",
    status: "failed",
    message: "Cannot find './x'",
    assertionResults: [],
  };
  expect(failuresOfVitest({ testResults: [file] }, "/r")).toEqual([
    "lib/money.test.ts\n    Cannot find './x'",
  ]);
});

test("an error that belongs to no test is named with the file that ran", () => {
  const error = { name: "/r/lib/money.test.ts", message: "Error: nobody waits\n    at b.ts:1" };
  expect(failuresOutsideTests([error])).toEqual([
    "outside of tests: /r/lib/money.test.ts\n    Error: nobody waits\n    at b.ts:1",
  ]);
});

test("failed tests of Playwright are found in nested suites, and so are those that passed when they were repeated", () => {
  const failing = { results: [{ error: { message: "\u001b[31mTimed out\u001b[39m\n\nat x" } }, {}] };
  const spec = (title: string, status: string) => ({ title, tests: [{ status, ...failing }] });
  const inner = {
    file: "a.spec.ts",
    specs: [spec("flaky one", "flaky"), spec("skipped one", "skipped")],
  };
  const suite = {
    file: "a.spec.ts",
    specs: [spec("failed one", "unexpected"), spec("good one", "expected")],
    suites: [inner],
  };
  const report = { suites: [suite], errors: [{ message: "no server" }] };
  expect(failuresOfPlaywright(report)).toEqual([
    "a.spec.ts › failed one\n    Timed out\n    at x",
    "set-up\n    no server",
  ]);
  expect(flakyOfPlaywright(report)).toEqual(["a.spec.ts › flaky one\n    Timed out\n    at x"]);
});

test("of a long message only the beginning is shown", () => {
  const lines = Array.from({ length: 100 }, (_, i) => `line ${String(i)}`);
  expect(entry("lint", lines.join("\n")).split("\n")).toHaveLength(17);
});
