import { defineConfig } from "@playwright/test";
import { findChromium } from "./tools/checks/chromium.mjs";
import { E2E, E2E_STACKS } from "./tools/testing/e2e-stack";

const executablePath = findChromium();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: ".checks/e2e",
  globalSetup: "./tools/testing/e2e.setup.ts",
  // A worker has its own stack and sandbox; its tests share them, so they run one after another.
  workers: E2E_STACKS.length,
  forbidOnly: true,
  // A machine that stops for a minute fails what a browser waits for. `npm test` names what passed only when repeated (0406).
  retries: 1,
  timeout: 180_000,
  // Less than the stage's own limit, so that a report is written.
  globalTimeout: 70 * 60_000,
  // For a hang: on a busy machine a response, and the page after it, took more than twenty seconds.
  expect: { timeout: 45_000 },
  reporter: [["list"], ["json", { outputFile: ".checks/e2e.json" }]],
  use: {
    baseURL: E2E.dashboardUrl,
    // A step that waits in vain is reported as that step, not as a test that took too long.
    actionTimeout: 45_000,
    navigationTimeout: 60_000,
    screenshot: "only-on-failure",
    trace: "off",
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Pitfall 10: Chromium's sandbox does not work for root, and Chromium must make no calls home from a test.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
