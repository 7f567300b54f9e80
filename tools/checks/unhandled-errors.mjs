import { writeFileSync } from "node:fs";

/** Where the errors are written; below the checkout. */
export const UNHANDLED_ERRORS = ".checks/vitest-unhandled.json";

/**
 * A reporter of Vitest that writes the errors that belong to no test: a rejection that nobody handled, a worker that ended.
 * They fail a run, and Vitest's JSON report does not contain them.
 */
export default class UnhandledErrorsReporter {
  onTestRunEnd(_modules, unhandledErrors) {
    const errors = unhandledErrors.map(({ name, message, stack, VITEST_TEST_PATH: file }) => ({
      name: file ?? name ?? "error",
      message: stack ?? message ?? "",
    }));
    writeFileSync(UNHANDLED_ERRORS, JSON.stringify(errors));
  }
}
