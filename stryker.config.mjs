import { SUBJECTS } from "./server/checks/mutation/subjects.mjs";

/** Run by `npm run mutate`, which reads the report and judges each subject (server/checks/mutation/run.mjs). */
export default {
  mutate: Object.values(SUBJECTS).flat(),
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "server/checks/mutation/vitest.config.ts" },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // Beside the tests' own time: a busy machine must not pass for an endless loop, which counts as killed.
  timeoutMS: 30_000,
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: ".checks/mutation.json" },
  tempDirName: ".checks/mutation",
  cleanTempDir: "always",
  ignorePatterns: ["*", "!lib/**", "!server/**", "!*.json", "!stryker.config.mjs"],
  allowEmpty: false,
  disableTypeChecks: false,
};
