import { writeFileSync } from "node:fs";

/** Where it writes; below the checkout. */
export const BESIDE_REPORT = ".checks/vitest-beside.json";

/**
 * A reporter of Vitest for what its JSON report does not contain: errors that belong to no test (a rejection that nobody
 * handled, a worker that ended), which fail a run, and tests that failed and passed when they were repeated.
 */
export default class BesideJsonReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const unhandled = unhandledErrors.map(({ name, message, stack, VITEST_TEST_PATH: file }) => ({
      name: file ?? name ?? "error",
      message: stack ?? message ?? "",
    }));
    const flaky = modules
      .flatMap((module) => [...module.children.allTests("passed")])
      .filter((test) => test.diagnostic()?.flaky === true)
      .map((test) => ({
        name: `${test.module.relativeModuleId} › ${test.fullName}`,
        message: test.result().errors?.[0]?.stack ?? "",
      }));
    writeFileSync(BESIDE_REPORT, JSON.stringify({ unhandled, flaky }));
  }
}
