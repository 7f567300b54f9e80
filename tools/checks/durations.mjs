/** How many stages and test files a run names as its slowest. */
const SLOWEST = 10;

/**
 * How long a run still takes, in seconds, by the seconds that each stage took before. `stages` are those that have not
 * ended, in their order; a stage that never ran counts nothing. Null when none of them ran before.
 */
export function secondsLeft(stages, before, atOnce) {
  const known = stages.filter(({ name }) => before[name] !== undefined);
  if (known.length === 0) return null;
  const free = Array.from({ length: atOnce }, () => 0);
  for (const { name } of known) free[free.indexOf(Math.min(...free))] += before[name];
  return Math.max(...free);
}

/** The test files that took longest, longest first, as lines; `files` are names and seconds. */
export function slowestLines(files) {
  return files
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(0).padStart(6)} s  ${name}`);
}

/** From a JSON report of Vitest. */
export function durationsOfVitest({ testResults }, nameOf) {
  return testResults.map(({ name, startTime, endTime }) => ({
    name: nameOf(name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** From a JSON report of Playwright: a file's tests, in all. */
export function durationsOfPlaywright({ suites }) {
  const ofSuite = ({ suites: inner = [], specs = [] }) =>
    specs
      .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
      .reduce((sum, { duration }) => sum + duration, 0) +
    inner.reduce((sum, suite) => sum + ofSuite(suite), 0);
  return suites.map((suite) => ({ name: `e2e/${suite.file}`, seconds: ofSuite(suite) / 1000 }));
}
