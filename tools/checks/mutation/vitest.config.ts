import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** The pure tests of the mutated modules: no Postgres, no process, no build, so that one run takes a second. */
export default defineConfig({
  root: fileURLToPath(new URL("../../..", import.meta.url)),
  resolve: { alias: { "@": fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "") } },
  test: {
    include: [
      "lib/{money,can,text}.test.ts",
      "lib/client/sign.test.ts",
      "lib/rules/*.test.ts",
      "server/platform/constant-time.test.ts",
      "server/routing/usecases/keys/signatures.test.ts",
      "server/routing/domain/{payments,refunds,keys}/{states,payment,refund,watch,api-key}.test.ts",
      // All except the one that counts to 20,000 (split-shares).
      "server/routing/domain/rules/{active-times,read-rules,replay,route,split}.test.ts",
      "server/dashboard/{approvals,bulk,refunds}/domain/{approval,bulk-overdraw,refund-balance,refund-intent,refund-outcome,unknown-refund}.test.ts",
    ],
    // One worker for all files of a run, a new one for each mutant.
    isolate: false,
    // For a busy machine; Stryker limits how long a mutant may loop.
    testTimeout: 60_000,
    setupFiles: ["tools/checks/mutation/setup.ts"],
  },
});
