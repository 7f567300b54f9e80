import { expect, test } from "vitest";
import { backupsEnv, dashboardEnv, routingEnv } from "./child-env";
import { readStartEnv } from "./env";
import type { Secrets } from "./secrets";

const common = {
  superuserPassword: "test-superuser",
  routingPassword: "test-routing",
  dashboardPassword: "test-dashboard",
  routingSaltKey: Buffer.alloc(32, 7).toString("base64"),
  nextAuthSecret: "test-nextauth",
  isAnnounced: true,
};
const secrets: Secrets = {
  ...common,
  isProduction: false,
  sandboxApiKey: "test-key",
  sandboxApiSalt: "test-salt",
  sandboxPassword: "test-password",
};
const ofProduction: Secrets = { ...common, isProduction: true, apiKey: "own-key", apiSalt: "own-salt" };
const given = {
  NODE_ENV: "test",
  PATH: "/usr/bin",
  ROUTING_DATABASE_URL: "postgres://test-r@db/routing",
  ROUTING_POOLER_URL: "postgres://test-r@pooler/routing",
  ROUTING_REPLICA_URL: "postgres://test-r@replica/routing",
  DASHBOARD_DATABASE_URL: "postgres://test-d@db/dashboard",
  SANDBOX_PASSWORD: "test-password",
  SANDBOX_API_SALT: "test-salt",
  MERCHANT_NAME: "Corner Shop",
  PAYMENT_LIFETIME_MS: "60000",
  STRIPE_SECRET_KEY: "sk_test_of_the_vendor",
  STRIPE_WEBHOOK_SECRET: "whsec_test_of_the_vendor",
  RAZORPAY_KEY_SECRET: "test_secret_of_the_vendor",
  RAZORPAY_WEBHOOK_SECRET: "test_hook_of_the_vendor",
  ADYEN_API_KEY: "test_key_of_the_vendor",
  ADYEN_HMAC_KEY: "test_hmac_of_the_vendor",
  PAYPAL_CLIENT_SECRET: "test_paypal_secret_of_the_vendor",
  CASHFREE_CLIENT_SECRET: "test_cashfree_secret_of_the_vendor",
} as const;
const foreign = {
  ROUTING_BASE_URL: "https://pay.example",
  ROUTING_API_KEY: "foreign-key",
  ROUTING_API_SALT: "foreign-salt",
} as const;

test("the service sees its own database and the sandbox merchant, and nothing of the dashboard's", () => {
  const env = routingEnv(readStartEnv(given), secrets, "postgres://r");
  expect(env).toMatchObject({
    ROUTING_DATABASE_URL: "postgres://r",
    ROUTING_POOLER_URL: "postgres://test-r@pooler/routing",
    ROUTING_REPLICA_URL: "postgres://test-r@replica/routing",
    ROUTING_SALT_KEY: secrets.routingSaltKey,
    SANDBOX_API_SALT: "test-salt",
    PAYMENT_LIFETIME_MS: "60000",
    STRIPE_SECRET_KEY: "sk_test_of_the_vendor",
    PATH: "/usr/bin",
  });
  expect(JSON.stringify(env)).not.toMatch(/test-d@|test-nextauth|test-password|test-superuser|Corner Shop/);
});

test("the dashboard sees its own database and the merchant's key, and nothing of the service's", () => {
  const env = dashboardEnv(readStartEnv(given), secrets, "postgres://d");
  expect(env).toMatchObject({
    DASHBOARD_DATABASE_URL: "postgres://d",
    ROUTING_BASE_URL: "http://127.0.0.1:4000",
    ROUTING_API_SALT: "test-salt",
    PAYDECK_SANDBOX: "1",
    SANDBOX_PASSWORD: "test-password",
  });
  expect(JSON.stringify(env)).not.toMatch(/test-r@|test-superuser|of_the_vendor/);
  expect(JSON.stringify(env)).not.toContain(secrets.routingSaltKey);
});

test("a dashboard that talks to another service is no sandbox, and still has people who can sign in", () => {
  const env = dashboardEnv(
    readStartEnv({ ...given, ...foreign, PAYDECK_SANDBOX: "1" }),
    secrets,
    "postgres://d",
  );
  expect(env).toMatchObject({ ...foreign, SANDBOX_PASSWORD: "test-password" });
  expect(env.PAYDECK_SANDBOX).toBeUndefined();
});

test("in production there is no simulator, no merchant and no account of a sandbox, whatever is set", () => {
  const env = readStartEnv({ ...given, PAYDECK_SANDBOX: "1" }, { isProduction: true });
  const routing = routingEnv(env, ofProduction, "postgres://r");
  expect(routing).toMatchObject({
    SIMULATOR: "none",
    MERCHANT_NAME: "Corner Shop",
    ROUTING_API_KEY: "own-key",
    ROUTING_API_SALT: "own-salt",
  });
  const dashboard = dashboardEnv(env, ofProduction, "postgres://d");
  expect(dashboard).toMatchObject({ ROUTING_API_KEY: "own-key", ROUTING_API_SALT: "own-salt" });
  expect(JSON.stringify([routing, dashboard])).not.toMatch(/SANDBOX|test-salt|test-password/);
});

test.each([
  [{}, "127.0.0.1", "http://127.0.0.1:4000"],
  [{ ROUTING_HOST: "10.0.0.7", ROUTING_PORT: "4100" }, "10.0.0.7", "http://10.0.0.7:4100"],
  [{ ROUTING_HOST: "0.0.0.0" }, "0.0.0.0", "http://127.0.0.1:4000"],
  [{ ROUTING_HOST: "::" }, "::", "http://[::1]:4000"],
])("the service listens where it is told, and the dashboard finds it there: %j", (variables, host, url) => {
  const env = readStartEnv({ ...given, ...variables });
  expect(routingEnv(env, secrets, "postgres://r").ROUTING_HOST).toBe(host);
  expect(dashboardEnv(env, secrets, "postgres://d").ROUTING_BASE_URL).toBe(url);
});

test("neither waits for a load balancer when npm start stops", () => {
  const env = readStartEnv({ ...given, SHUTDOWN_DELAY_MS: "10000" });
  expect(routingEnv(env, secrets, "postgres://r").SHUTDOWN_DELAY_MS).toBeUndefined();
  expect(dashboardEnv(env, secrets, "postgres://d").SHUTDOWN_DELAY_MS).toBeUndefined();
});

test("glibc keeps little memory for idle threads, unless the operator sets another limit", () => {
  const limits = (inherited: Record<string, string>) => {
    const env = readStartEnv({ ...given, ...inherited });
    return [
      routingEnv(env, secrets, "postgres://r"),
      dashboardEnv(env, secrets, "postgres://d"),
      backupsEnv(env),
    ].map(({ MALLOC_ARENA_MAX: limit }) => limit);
  };
  expect(limits({})).toEqual(["2", "2", "2"]);
  expect(limits({ MALLOC_ARENA_MAX: "8" })).toEqual(["8", "8", "8"]);
});
