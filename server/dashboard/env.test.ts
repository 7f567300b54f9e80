import { describe, expect, it } from "vitest";
import { StartupError } from "@/server/platform/lifecycle";
import { readDashboardEnv } from "./env";
import { readRoutingClientEnv } from "./routing-client/env";

const dashboard = {
  NODE_ENV: "test",
  DASHBOARD_DATABASE_URL: "postgres://127.0.0.1/dashboard",
  NEXTAUTH_SECRET: "test-secret-of-enough-length",
} as const;
const routing = {
  NODE_ENV: "test",
  ROUTING_BASE_URL: "http://127.0.0.1:4000/prefix/",
  ROUTING_API_KEY: "test_key",
  ROUTING_API_SALT: "test_salt",
} as const;

/** The lines that are printed in the terminal. */
function faultsOf(read: () => unknown): string[] {
  try {
    read();
  } catch (error) {
    if (error instanceof StartupError) return error.message.split("\n");
    throw error;
  }
  return [];
}

describe("the environment", () => {
  it("has the defaults of the README", () => {
    expect(readDashboardEnv(dashboard)).toMatchObject({ host: "127.0.0.1", port: 3000, isSandbox: false });
    expect(readRoutingClientEnv(routing)).toMatchObject({ timeoutMs: 15_000, apiKey: "test_key" });
  });

  it("tells each fault in a line of its own", () => {
    const faults = faultsOf(() => readDashboardEnv({ ...dashboard, PORT: "http", NEXTAUTH_SECRET: "short" }));
    expect(faults).toEqual([
      "PORT must be a port number",
      "NEXTAUTH_SECRET is too short: at least 16 characters",
    ]);
    expect(faultsOf(() => readDashboardEnv({ NODE_ENV: "test" }))).toHaveLength(2);
  });

  it.each(["PORT", "NEXTAUTH_URL", "OIDC_ISSUER", "SMTP_URL", "METRICS_TOKEN", "OTHER_SECOND_FACTOR_KEY"])(
    "takes an empty %s for absent",
    (name) => {
      expect(readDashboardEnv({ ...dashboard, [name]: "" })).toEqual(readDashboardEnv(dashboard));
    },
  );

  it.each(["ftp://host", "not an address", ""])("refuses %j as the service's address", (address) => {
    expect(faultsOf(() => readRoutingClientEnv({ ...routing, ROUTING_BASE_URL: address }))).toHaveLength(1);
  });

  it("never repeats a value that is wrong", () => {
    const faults = faultsOf(() => readRoutingClientEnv({ ...routing, ROUTING_API_SALT: "test|salt" }));
    expect(faults).toEqual(["ROUTING_API_SALT must not hold NUL or |"]);
  });
});
