import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: ["{lib,server,components,app}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/checks/postgres.setup.ts"],
    // Two cores, and most files hold a database or a process: more at once only makes them wait for each other.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
