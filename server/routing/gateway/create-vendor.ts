import type { Vendor, VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import type { Clock } from "@/server/platform/clock";
import type { Db } from "@/server/platform/pool";
import type {
  AdyenConfig,
  CashfreeConfig,
  GatewayConfig,
  PayPalConfig,
  RazorpayConfig,
  StripeConfig,
} from "./env";
import type { Gateway } from "./port";

/** `owner`: the merchant and its account at the vendor; null for the environment's account. */
type Around = {
  timeLimitMs: number;
  pool: Db;
  clock: Clock;
  owner: { merchantId: number; account: number } | null;
};

/** The vendors' adapters. Only the code of those in use is loaded: together they take a seventh of a process's start. */
export const ADAPTERS = {
  stripe: async (config: StripeConfig, { timeLimitMs, clock }: Around): Promise<Gateway> => {
    const { createStripe } = await import("./stripe/stripe");
    return createStripe({ ...config, timeLimitMs, clock });
  },
  razorpay: async (config: RazorpayConfig, { timeLimitMs, clock }: Around): Promise<Gateway> => {
    const { createRazorpay } = await import("./razorpay/razorpay");
    return createRazorpay({ ...config, timeLimitMs, clock });
  },
  adyen: async (config: AdyenConfig, { timeLimitMs, pool, clock, owner }: Around): Promise<Gateway> => {
    const { createAdyen } = await import("./adyen/adyen");
    const { createAdyenEvents } = await import("./adyen/events");
    return createAdyen({ ...config, timeLimitMs, events: createAdyenEvents(pool, clock, owner), clock });
  },
  paypal: async (config: PayPalConfig, { timeLimitMs, clock }: Around): Promise<Gateway> => {
    const { createPayPal } = await import("./paypal/paypal");
    return createPayPal({ ...config, timeLimitMs, clock });
  },
  cashfree: async (config: CashfreeConfig, { timeLimitMs, clock }: Around): Promise<Gateway> => {
    const { createCashfree } = await import("./cashfree/cashfree");
    return createCashfree({ ...config, timeLimitMs, clock });
  },
} as const;

/** The addresses that the operator has set instead of the vendors' own, for the accounts of merchants too. */
export type VendorAddresses = GatewayConfig["apiBase"];

/**
 * The adapter for a merchant's own account (decision 0311). The address is never the merchant's choice: the service would
 * call any host for it.
 */
export function createOwnVendor(
  credentials: VendorCredentials,
  addresses: VendorAddresses,
  around: Around,
): Promise<Gateway> {
  const apiBase = addresses[credentials.gateway satisfies Vendor];
  switch (credentials.gateway) {
    case "stripe": {
      const { secret_key: secretKey, webhook_secret: webhookSecret } = credentials;
      return ADAPTERS.stripe({ secretKey, webhookSecret, apiBase }, around);
    }
    case "razorpay": {
      const { key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret } = credentials;
      return ADAPTERS.razorpay({ keyId, keySecret, webhookSecret, apiBase }, around);
    }
    case "adyen": {
      const { api_key: apiKey, merchant_account: merchantAccount, hmac_key: hmacKey } = credentials;
      const livePrefix = credentials.live_prefix ?? null;
      return ADAPTERS.adyen({ apiKey, merchantAccount, hmacKey, livePrefix, apiBase }, around);
    }
    case "paypal": {
      const { client_id: clientId, client_secret: clientSecret, webhook_id: webhookId } = credentials;
      const { environment } = credentials;
      return ADAPTERS.paypal({ clientId, clientSecret, webhookId, environment, apiBase }, around);
    }
    case "cashfree": {
      const { client_id: clientId, client_secret: clientSecret, environment } = credentials;
      return ADAPTERS.cashfree({ clientId, clientSecret, environment, apiBase }, around);
    }
  }
}
