import { describe, expect, test } from "vitest";
import { readRoutingEnv } from "./env";

const BASE = {
  NODE_ENV: "test",
  ROUTING_DATABASE_URL: "postgres://routing",
  ROUTING_SALT_KEY: Buffer.alloc(32, 1).toString("base64"),
} as const;

describe("variables of the service", () => {
  test("what is missing is reported with what to set", () => {
    expect(() => readRoutingEnv({ NODE_ENV: "test" })).toThrow(
      /^ROUTING_DATABASE_URL is missing: [^]*^ROUTING_SALT_KEY is missing: 32 bytes in base64/m,
    );
  });

  test.each([
    ["ROUTING_PORT", "abc", "must be a whole number from 1 to 65535"],
    ["ROUTING_PORT", "70000", "must be a whole number from 1 to 65535"],
    ["PAYMENT_LIFETIME_MS", "9e15", "must be a whole number"],
    ["SWEEP_INTERVAL_MS", "2147483648", "must be a whole number from 1 to 2147483647"],
    ["WEBHOOK_TIMEOUT_MS", "3000000000", "must be a whole number from 1 to 2147483647"],
    ["GATEWAY_TIME_LIMIT_MS", "1.5", "must be a whole number from 1 to 2147483647"],
    ["RATE_LIMIT_PER_SECOND", "fast", "must be a number above 0"],
    ["WEBHOOK_RETRY_SCALE", "-7", "must be a number above 0"],
    ["PAYMENT_KEEP_DAYS", "399", "must be a whole number from 400 to 36500"],
    ["RECONCILIATION_KEEP_DAYS", "89", "must be a whole number from 90 to 36500"],
    ["ROUTING_PUBLIC_URL", "localhost:4000", "must be an http or https address"],
    ["ROUTING_PUBLIC_URL", "ftp://pay.example", "must be an http or https address"],
    ["ROUTING_PUBLIC_URL", "https://pay.example/?shop=1", "must be an http or https address"],
  ])("%s=%s does not start, and says what is wanted", (name, value, words) => {
    const read = (): unknown => readRoutingEnv({ ...BASE, [name]: value });
    expect(read).toThrow(`${name} ${words}`);
    expect(read).not.toThrow(value);
  });

  // systemd's unit of backups sets a folder, which the file of variables takes back to name an S3 store.
  test.each([
    "BACKUP_FOLDER",
    "ROUTING_POOLER_URL",
    "ROUTING_WORKER_PORT",
    "ROUTING_PUBLIC_URL",
    "ROUTING_OTHER_SALT_KEY",
    "METRICS_TOKEN",
    "PAYMENT_KEEP_DAYS",
    "DAILY_RECONCILIATION",
    "STRIPE_SECRET_KEY",
    "CASHFREE_ENVIRONMENT",
  ])("an empty %s counts as absent", (name) => {
    expect(readRoutingEnv({ ...BASE, [name]: "" })).toEqual(readRoutingEnv(BASE));
  });

  test("payments are stored as long as the log that contains them", () => {
    const logMs = String(500 * 24 * 60 * 60 * 1_000);
    const read = (days: string): unknown =>
      readRoutingEnv({ ...BASE, WEBHOOK_KEEP_MS: logMs, PAYMENT_KEEP_DAYS: days });
    expect(() => read("499")).toThrow("PAYMENT_KEEP_DAYS must not be shorter than WEBHOOK_KEEP_MS");
    expect(read("500")).toMatchObject({ PAYMENT_KEEP_DAYS: 500 });
  });

  test("the service may stand under a path", () => {
    const url = "https://pay.example/paydeck";
    expect(readRoutingEnv({ ...BASE, ROUTING_PUBLIC_URL: url }).ROUTING_PUBLIC_URL).toBe(url);
  });
});
