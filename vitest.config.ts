import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

/** Tests that need a Postgres, a service over HTTP, or programs that are started as processes. */
const WITH_PROCESSES = ["{lib,server,components,app,tools}/**/*.{db,http,process}.test.ts"];

/** They measure processor time, for a minute, on a machine that does nothing else: `npm run test:all` has them. */
const COSTS = ["{server,tools}/**/*.costs.test.ts"];

/** Tests of one Postgres, which are left out on a Citus (PAYDECK_TEST_CITUS=1): those that read its plans. */
const OF_ONE_POSTGRES = [
  "server/routing/store/*-plans.db.test.ts",
  "server/routing/store/payments/payment-search.db.test.ts",
];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    // One more than the usual two processors, because some tests wait for a poll or a lease for seconds.
    maxWorkers: 3,
    setupFiles: ["tools/testing/routing/documents/validated.each.ts"],
    // The files of a worker share its modules: loading them anew for each file takes longer than many of the tests.
    isolate: false,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default of one second is too short for a process that a test waits for on a busy machine.
    expect: { poll: { timeout: 45_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["{lib,server,components,app,tools}/**/*.test.{ts,tsx}"],
          exclude: [...WITH_PROCESSES, ...COSTS],
          pool: "threads",
          globalSetup: ["tools/testing/routing/documents/validated.setup.ts"],
        },
      },
      { extends: true, test: { name: "costs", include: COSTS } },
      {
        extends: true,
        test: {
          name: "processes",
          include: WITH_PROCESSES,
          exclude: [
            ...configDefaults.exclude,
            ...(process.env.PAYDECK_TEST_CITUS === "1" ? OF_ONE_POSTGRES : []),
          ],
          globalSetup: [
            "tools/testing/postgres.setup.ts",
            "tools/testing/routing/documents/validated.setup.ts",
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "pages",
          include: ["e2e/**/*.pages.test.ts"],
          // One stack for all of them. Their processor is that of the dashboard, so they run one after another.
          maxWorkers: 1,
          retry: 1,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          globalSetup: ["tools/testing/pages.setup.ts"],
        },
      },
    ],
  },
});
