import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

// What failed in a run, from the reports of the test runners: `npm test` repeats it at its end, because whoever reads the
// output may see only that.

/** Of each message. */
const MESSAGE_LINES = 16;

/** From a JSON report of Vitest: each failed test with its file. A file that did not load has no failed test, but a message. */
export function failuresOfVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults.filter((result) => result.status === "failed");
    if (failed.length === 0 && status === "failed") return [entry(file, message)];
    return failed.map(({ fullName, failureMessages }) => entry(`${file} › ${fullName}`, failureMessages[0]));
  });
}

/** From what `vitest-reporter.mjs` wrote: errors that belong to no test. */
export function failuresOutsideTests(errors) {
  return errors.map(({ name, message }) => entry(`outside of tests: ${name}`, message));
}

/** From a JSON report of Playwright. */
export function failuresOfPlaywright(report) {
  return [
    ...testsOfPlaywright(report, "unexpected"),
    ...report.errors.map(({ message }) => entry("set-up", message)),
  ];
}

/** From a JSON report of Playwright: the tests that passed when they were repeated, with what failed before. */
export function flakyOfPlaywright(report) {
  return testsOfPlaywright(report, "flaky");
}

function testsOfPlaywright({ suites }, wanted) {
  const ofSuite = ({ file, suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) =>
          entry(`${file} › ${title}`, results.find(({ error }) => error !== undefined)?.error.message),
        ),
    ),
    ...inner.flatMap(ofSuite),
  ];
  return suites.flatMap(ofSuite);
}

/** A name, and below it the first lines of a message, without colours. */
export function entry(name, message = "") {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "");
  return [name, ...lines.slice(0, MESSAGE_LINES).map((line) => `    ${line.trim()}`)].join("\n");
}
