import { expect, test } from "vitest";
import { wrongDefaults } from "@/tools/checks/configuration-table";
import { readDashboardEnv } from "./env";
import { readRoutingClientEnv } from "./routing-client/env";

test("the numbers that docs/configuration.md gives are the dashboard's defaults", () => {
  const { port, signInLimits, notificationLimits } = readDashboardEnv({
    NODE_ENV: "test",
    DASHBOARD_DATABASE_URL: "postgres://localhost/test",
    NEXTAUTH_SECRET: "test-secret-of-the-dashboard",
  });
  const { timeoutMs } = readRoutingClientEnv({
    NODE_ENV: "test",
    ROUTING_BASE_URL: "http://127.0.0.1:4000",
    ROUTING_API_KEY: "test_key",
    ROUTING_API_SALT: "test_salt",
  });
  expect(
    wrongDefaults({
      PORT: port,
      SIGN_IN_FAILURES_PER_NETWORK: signInLimits.failuresPerNetwork,
      SIGN_IN_FAILURES_IN_TOTAL: signInLimits.failuresInTotal,
      ROUTING_TIMEOUT_MS: timeoutMs,
      NOTIFY_STUCK_PAYMENTS: notificationLimits.stuckPayments,
      NOTIFY_SUCCESS_RATE_POINTS: notificationLimits.successRatePoints,
      NOTIFY_LATE_REFUND_HOURS: notificationLimits.lateRefundHours,
    }),
  ).toEqual([]);
});
