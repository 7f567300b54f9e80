import { z } from "zod";
import type { Vendor } from "@/lib/contract/ops/gateway-accounts";
import { withoutEmpty } from "@/server/platform/env";
import { StartupError } from "@/server/platform/lifecycle";
import { timerMs, whole } from "../env-numbers";
import { DEFAULT_TIME_LIMIT_MS } from "./time-limit";

const secret = z.string().trim().min(1, "is empty: give it a value, or leave it out").optional();

/** The SDKs accept a host and a port; they would drop a path silently. */
const apiBase = z
  .string()
  .transform((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    const isPlain =
      url !== null && url.pathname === "/" && url.search + url.hash + url.username + url.password === "";
    if (url !== null && isPlain && /^https?:$/.test(url.protocol)) return url;
    context.addIssue({
      code: "custom",
      message: "must be an http or https address without a path, such as https://proxy.example:8443",
    });
    return z.NEVER;
  })
  .optional();

export const gatewayEnvFields = {
  /** Whether customers can pay at the simulator. Default: only while no vendor is configured (decision 0210). */
  SIMULATOR: z.enum(["on", "off", "none", ""], 'must be "on", "off" or "none", or be left out').optional(),
  SIMULATOR_REFUND_MS: whole(0, 99_999_999).default(3_000),
  /** Tests set this: the simulator then reads `simulator.faults` before every call. */
  SIMULATOR_FAULTS: z.enum(["0", "1"]).default("0"),
  STRIPE_SECRET_KEY: secret,
  STRIPE_WEBHOOK_SECRET: secret,
  STRIPE_API_BASE: apiBase,
  RAZORPAY_KEY_ID: secret,
  RAZORPAY_KEY_SECRET: secret,
  RAZORPAY_WEBHOOK_SECRET: secret,
  RAZORPAY_API_BASE: apiBase,
  ADYEN_API_KEY: secret,
  ADYEN_MERCHANT_ACCOUNT: secret,
  ADYEN_HMAC_KEY: z
    .string()
    .regex(/^([0-9A-Fa-f]{2}){16,}$/, "must be the HMAC key of the webhook, in hexadecimal")
    .optional(),
  /** The company's own part of Adyen's live address; without it Adyen's test platform is called. */
  ADYEN_LIVE_PREFIX: z
    .string()
    .regex(
      /^[A-Za-z0-9-]{1,80}$/,
      "must be the prefix of your live address, such as 1797a841fbb37ca7-AdyenDemo",
    )
    .optional(),
  ADYEN_API_BASE: apiBase,
  PAYPAL_CLIENT_ID: secret,
  PAYPAL_CLIENT_SECRET: secret,
  PAYPAL_WEBHOOK_ID: secret,
  PAYPAL_ENVIRONMENT: z.enum(["live", "sandbox"], 'must be "live" or "sandbox", or be left out').optional(),
  PAYPAL_API_BASE: apiBase,
  CASHFREE_CLIENT_ID: secret,
  CASHFREE_CLIENT_SECRET: secret,
  CASHFREE_ENVIRONMENT: z.enum(["live", "sandbox"], 'must be "live" or "sandbox", or be left out').optional(),
  CASHFREE_API_BASE: apiBase,
  /** The timeout of one call to a vendor. */
  GATEWAY_TIME_LIMIT_MS: timerMs.default(DEFAULT_TIME_LIMIT_MS),
};

/** Serves a program that needs nothing else of the service's environment. Throws a StartupError with every reason. */
export function readGatewayEnv(given: NodeJS.ProcessEnv = process.env): GatewayEnv {
  const parsed = z.object(gatewayEnvFields).superRefine(checkGatewayGroups).safeParse(withoutEmpty(given));
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  throw new StartupError(faults.join("\n"));
}

type GatewayEnv = z.infer<z.ZodObject<typeof gatewayEnvFields>>;

const GROUPS = {
  Stripe: { needed: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"], extra: [] },
  Razorpay: { needed: ["RAZORPAY_KEY_ID", "RAZORPAY_KEY_SECRET", "RAZORPAY_WEBHOOK_SECRET"], extra: [] },
  Adyen: {
    needed: ["ADYEN_API_KEY", "ADYEN_MERCHANT_ACCOUNT", "ADYEN_HMAC_KEY"],
    extra: ["ADYEN_LIVE_PREFIX"],
  },
  PayPal: {
    needed: ["PAYPAL_CLIENT_ID", "PAYPAL_CLIENT_SECRET", "PAYPAL_WEBHOOK_ID"],
    extra: ["PAYPAL_ENVIRONMENT"],
  },
  Cashfree: {
    needed: ["CASHFREE_CLIENT_ID", "CASHFREE_CLIENT_SECRET"],
    extra: ["CASHFREE_ENVIRONMENT"],
  },
} as const satisfies Record<string, { needed: (keyof GatewayEnv)[]; extra: (keyof GatewayEnv)[] }>;

/**
 * A vendor is configured in full or not at all: a missing variable would fail only when the first customer pays. Its address
 * may be set alone: merchants' own accounts use it too (decision 0311).
 */
export function checkGatewayGroups(env: GatewayEnv, context: z.core.$RefinementCtx): void {
  for (const [vendor, { needed, extra }] of Object.entries(GROUPS)) {
    const missing = needed.filter((name) => env[name] === undefined);
    const isAbsent = [...needed, ...extra].every((name) => env[name] === undefined);
    if (missing.length === 0 || isAbsent) continue;
    for (const name of missing) {
      context.addIssue({
        code: "custom",
        path: [name],
        message: `is missing: ${vendor} needs ${needed.join(", ")}, or none of its variables`,
        input: undefined,
      });
    }
  }
}

export type StripeConfig = { secretKey: string; webhookSecret: string; apiBase: URL | null };
export type RazorpayConfig = {
  keyId: string;
  keySecret: string;
  webhookSecret: string;
  apiBase: URL | null;
};
export type AdyenConfig = {
  apiKey: string;
  merchantAccount: string;
  hmacKey: string;
  livePrefix: string | null;
  apiBase: URL | null;
};
export type PayPalConfig = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  environment: "live" | "sandbox";
  apiBase: URL | null;
};
export type CashfreeConfig = {
  clientId: string;
  clientSecret: string;
  environment: "live" | "sandbox";
  apiBase: URL | null;
};
export type GatewayConfig = {
  /** Whether the simulator is there at all, if only to finish what it has started. */
  hasSimulator: boolean;
  /** Whether customers can pay at the simulator. */
  simulatorTakesPayments: boolean;
  simulatorRefundMs: number;
  simulatorFaults: boolean;
  timeLimitMs: number;
  /** Other addresses than the vendors' own, also without an account of the environment there. */
  apiBase: Readonly<Record<Vendor, URL | null>>;
  stripe: StripeConfig | null;
  razorpay: RazorpayConfig | null;
  adyen: AdyenConfig | null;
  paypal: PayPalConfig | null;
  cashfree: CashfreeConfig | null;
};

/** The checked variables in the form that the adapters use; null for a vendor that is not configured. */
export function gatewayConfig(env: GatewayEnv): GatewayConfig {
  const vendors = {
    stripe: stripeConfig(env),
    razorpay: razorpayConfig(env),
    adyen: adyenConfig(env),
    paypal: paypalConfig(env),
    cashfree: cashfreeConfig(env),
  };
  const hasVendor = Object.values(vendors).some((vendor) => vendor !== null);
  return {
    hasSimulator: env.SIMULATOR !== "none",
    simulatorTakesPayments: env.SIMULATOR === "on" || (!env.SIMULATOR && !hasVendor),
    simulatorRefundMs: env.SIMULATOR_REFUND_MS,
    simulatorFaults: env.SIMULATOR_FAULTS === "1",
    timeLimitMs: env.GATEWAY_TIME_LIMIT_MS,
    apiBase: {
      stripe: env.STRIPE_API_BASE ?? null,
      razorpay: env.RAZORPAY_API_BASE ?? null,
      adyen: env.ADYEN_API_BASE ?? null,
      paypal: env.PAYPAL_API_BASE ?? null,
      cashfree: env.CASHFREE_API_BASE ?? null,
    },
    ...vendors,
  };
}

function stripeConfig(env: GatewayEnv): StripeConfig | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE } = env;
  if (secretKey === undefined || webhookSecret === undefined) return null;
  return { secretKey, webhookSecret, apiBase: STRIPE_API_BASE ?? null };
}

function razorpayConfig(env: GatewayEnv): RazorpayConfig | null {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = env;
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret, RAZORPAY_API_BASE } = env;
  if (keyId === undefined || keySecret === undefined || webhookSecret === undefined) return null;
  return { keyId, keySecret, webhookSecret, apiBase: RAZORPAY_API_BASE ?? null };
}

function adyenConfig(env: GatewayEnv): AdyenConfig | null {
  const { ADYEN_API_KEY: apiKey, ADYEN_MERCHANT_ACCOUNT: merchantAccount, ADYEN_HMAC_KEY: hmacKey } = env;
  if (apiKey === undefined || merchantAccount === undefined || hmacKey === undefined) return null;
  const { ADYEN_LIVE_PREFIX, ADYEN_API_BASE } = env;
  return {
    apiKey,
    merchantAccount,
    hmacKey,
    livePrefix: ADYEN_LIVE_PREFIX ?? null,
    apiBase: ADYEN_API_BASE ?? null,
  };
}

function paypalConfig(env: GatewayEnv): PayPalConfig | null {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = env;
  const { PAYPAL_WEBHOOK_ID: webhookId, PAYPAL_ENVIRONMENT, PAYPAL_API_BASE } = env;
  if (clientId === undefined || clientSecret === undefined || webhookId === undefined) return null;
  return {
    clientId,
    clientSecret,
    webhookId,
    environment: PAYPAL_ENVIRONMENT ?? "live",
    apiBase: PAYPAL_API_BASE ?? null,
  };
}

function cashfreeConfig(env: GatewayEnv): CashfreeConfig | null {
  const { CASHFREE_CLIENT_ID: clientId, CASHFREE_CLIENT_SECRET: clientSecret } = env;
  const { CASHFREE_ENVIRONMENT, CASHFREE_API_BASE } = env;
  if (clientId === undefined || clientSecret === undefined) return null;
  return {
    clientId,
    clientSecret,
    environment: CASHFREE_ENVIRONMENT ?? "live",
    apiBase: CASHFREE_API_BASE ?? null,
  };
}
