import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["{lib,server,components,app}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/checks/postgres.setup.ts"],
    // Two cores, and most test files run a database or a process: more at once would only compete.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The default of one second is too short for a process that a test waits for on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});
