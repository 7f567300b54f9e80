import { SUBJECTS } from "./tools/checks/mutation/subjects.mjs";

/** Run by `npm run mutate`, which reads the report and judges each subject (tools/checks/mutation/run.mjs). */
export default {
  mutate: Object.values(SUBJECTS).flat(),
  testRunner: "vitest",
  // Found from the file of Stryker itself, in .checks/tools/mutation.
  plugins: ["@stryker-mutator/vitest-runner"],
  // Which tests reach a mutant is known from the first run: a walk through all imports for each of them would be in vain.
  vitest: { configFile: "tools/checks/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // Beside the tests' own time: a busy machine must not pass for an endless loop, which counts as killed.
  timeoutMS: 30_000,
  reporters: ["json", "progress-append-only"],
  jsonReporter: { fileName: ".checks/mutation.json" },
  tempDirName: ".checks/mutation",
  cleanTempDir: "always",
  // What these modules and their tests need, and no more: it is all copied.
  ignorePatterns: [
    "*",
    "!*.json",
    "!stryker.config.mjs",
    "!lib/**",
    "!tools/checks/mutation/**",
    "!server/platform/**",
    "!server/dashboard/{domain,*/domain}/**",
    "!tools/testing/dashboard/**",
    "!server/routing/domain/**",
    "!server/routing/usecases/keys/**",
  ],
  allowEmpty: false,
  disableTypeChecks: false,
};
