import { StartupError } from "@/server/platform/lifecycle";
import type { StartEnv } from "@/server/start/env";

const VENDORS = [
  "STRIPE_SECRET_KEY",
  "RAZORPAY_KEY_ID",
  "ADYEN_API_KEY",
  "PAYPAL_CLIENT_ID",
  "CASHFREE_CLIENT_ID",
];

/**
 * Demo payments belong into the sandbox of `npm start` only: embedded databases, the embedded service, and no vendor.
 * Throws a StartupError with every reason.
 */
export function refuseUnlessSandbox(env: StartEnv): void {
  const given = [
    ...(env.routingDatabaseUrl === undefined ? [] : ["ROUTING_DATABASE_URL"]),
    ...(env.dashboardDatabaseUrl === undefined ? [] : ["DASHBOARD_DATABASE_URL"]),
    ...(env.foreignService === null ? [] : ["ROUTING_BASE_URL"]),
    ...VENDORS.filter((name) => (env.inherited[name] ?? "") !== ""),
    ...["off", "none"]
      .filter((value) => env.inherited.SIMULATOR === value)
      .map((value) => `SIMULATOR=${value}`),
  ];
  if (given.length === 0) return;
  throw new StartupError(
    `Demo payments are only for the sandbox, and this is none: ${given.join(", ")} is set. Nothing was changed.`,
  );
}

/**
 * Lets Postgres answer before it has written to the disk: a demo that is lost in a power failure is made again. Only for the
 * connections of this process.
 */
export function relaxCommits(): void {
  process.env.PGOPTIONS = `${process.env.PGOPTIONS ?? ""} -c synchronous_commit=off`.trim();
}
