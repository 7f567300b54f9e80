import { describe, expect, test } from "vitest";
import { readRoutingEnv } from "../env";
import { gatewayConfig, type GatewayConfig } from "./env";

const BASE = {
  NODE_ENV: "test",
  ROUTING_DATABASE_URL: "postgres://routing",
  ROUTING_SALT_KEY: Buffer.alloc(32, 1).toString("base64"),
} as const;
const STRIPE = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_test_1" };
const RAZORPAY = {
  RAZORPAY_KEY_ID: "rzp_test_1",
  RAZORPAY_KEY_SECRET: "test_secret_1",
  RAZORPAY_WEBHOOK_SECRET: "test_hook_1",
};
const ADYEN = {
  ADYEN_API_KEY: "test_key_1",
  ADYEN_MERCHANT_ACCOUNT: "Shop",
  ADYEN_HMAC_KEY: "0123456789abcdef".repeat(4),
};
const PAYPAL = {
  PAYPAL_CLIENT_ID: "client_1",
  PAYPAL_CLIENT_SECRET: "test_secret_1",
  PAYPAL_WEBHOOK_ID: "WH1",
};
const CASHFREE = { CASHFREE_CLIENT_ID: "client_1", CASHFREE_CLIENT_SECRET: "test_secret_1" };
const read = (variables: Record<string, string>): GatewayConfig =>
  gatewayConfig(readRoutingEnv({ ...BASE, ...variables }));

describe("the configuration of the vendors", () => {
  test("none of it is fine: the service has its simulator", () => {
    expect(read({})).toMatchObject({ stripe: null, razorpay: null, timeLimitMs: 10_000 });
  });

  test("all of a vendor's variables make it a gateway; another address is optional", () => {
    expect(read(STRIPE).stripe).toEqual({
      secretKey: "sk_test_1",
      webhookSecret: "whsec_test_1",
      apiBase: null,
    });
    const proxied = read({ ...RAZORPAY, RAZORPAY_API_BASE: "http://127.0.0.1:8080" });
    expect(proxied.razorpay?.apiBase?.port).toBe("8080");
  });

  test("an address may be set alone: merchants' own accounts are called there", () => {
    const alone = read({ STRIPE_API_BASE: "http://127.0.0.1:8080" });
    expect([alone.stripe, alone.apiBase.stripe?.port]).toEqual([null, "8080"]);
  });

  test.each<[Record<string, string>, boolean]>([
    [{}, true],
    [{ SIMULATOR: "" }, true],
    [{ SIMULATOR: "off" }, false],
    [{ SIMULATOR: "none" }, false],
    [STRIPE, false],
    [RAZORPAY, false],
    [ADYEN, false],
    [PAYPAL, false],
    [CASHFREE, false],
    [{ ...STRIPE, SIMULATOR: "" }, false],
    [{ ...STRIPE, SIMULATOR: "on" }, true],
  ])("customers pay at the simulator only without a vendor, or when it is on: %j", (variables, takes) => {
    expect(read(variables).simulatorTakesPayments).toBe(takes);
  });

  test.each<[Record<string, string>, RegExp]>([
    [{ SIMULATOR: "yes" }, /^SIMULATOR must be "on", "off" or "none", or be left out/],
    [{ STRIPE_SECRET_KEY: "sk_test_1" }, /^STRIPE_WEBHOOK_SECRET is missing: Stripe needs/],
    [{ STRIPE_WEBHOOK_SECRET: "whsec_test_1" }, /^STRIPE_SECRET_KEY is missing/],
    [
      { RAZORPAY_KEY_ID: "rzp_test_1" },
      /RAZORPAY_KEY_SECRET is missing[^]*RAZORPAY_WEBHOOK_SECRET is missing/,
    ],
    [{ ...STRIPE, STRIPE_SECRET_KEY: " " }, /^STRIPE_SECRET_KEY is empty/],
    [{ ...STRIPE, STRIPE_API_BASE: "ftp://127.0.0.1" }, /^STRIPE_API_BASE must be an http or https address/],
    [
      { ...STRIPE, STRIPE_API_BASE: "https://proxy.example/stripe" },
      /^STRIPE_API_BASE must be .* without a path/,
    ],
    [{ ...STRIPE, STRIPE_API_BASE: "proxy" }, /^STRIPE_API_BASE must be/],
    [{ ADYEN_LIVE_PREFIX: "1797a841fbb37ca7-Shop" }, /ADYEN_API_KEY is missing: Adyen needs/],
    [{ ...ADYEN, ADYEN_HMAC_KEY: "not hexadecimal" }, /^ADYEN_HMAC_KEY must be the HMAC key/],
    [{ ...ADYEN, ADYEN_LIVE_PREFIX: "shop.example/" }, /^ADYEN_LIVE_PREFIX must be the prefix/],
    [{ PAYPAL_ENVIRONMENT: "sandbox" }, /PAYPAL_CLIENT_ID is missing: PayPal needs/],
    [{ ...PAYPAL, PAYPAL_ENVIRONMENT: "test" }, /^PAYPAL_ENVIRONMENT must be "live" or "sandbox"/],
    [{ CASHFREE_CLIENT_ID: "client_1" }, /CASHFREE_CLIENT_SECRET is missing: Cashfree needs/],
    [{ CASHFREE_ENVIRONMENT: "sandbox" }, /CASHFREE_CLIENT_ID is missing/],
    [
      { ...CASHFREE, CASHFREE_ENVIRONMENT: "production" },
      /^CASHFREE_ENVIRONMENT must be "live" or "sandbox"/,
    ],
    [{ GATEWAY_TIME_LIMIT_MS: "0" }, /^GATEWAY_TIME_LIMIT_MS/],
  ])("half of it does not start, and says what is wrong: %j", (variables, words) => {
    expect(() => read(variables)).toThrow(words);
  });

  test("errors are reported without the secrets", () => {
    const half = (): GatewayConfig => read({ RAZORPAY_KEY_SECRET: "test_secret_1" });
    expect(half).toThrow(/RAZORPAY_KEY_ID is missing/);
    expect(half).not.toThrow(/test_secret_1/);
  });
});
