import type { Clock } from "@/server/platform/clock";
import type { GatewayConfig } from "../env";
import type { Gateway } from "../port";

export const CHECKED_VENDORS = ["stripe", "razorpay", "adyen", "paypal", "cashfree"] as const;
export type CheckedVendor = (typeof CHECKED_VENDORS)[number];

/** What `gateway:check` knows of a configured vendor. */
type VendorToCheck = {
  gateway: Gateway;
  /** Money would move with these credentials. */
  isLive: boolean;
  /** Another address than the vendor's own: a proxy, or a double. */
  apiBase: URL | null;
  /** A currency that its test mode takes. */
  currency: string;
};

/** Null for a vendor that is not configured. */
export async function vendorToCheck(
  vendor: CheckedVendor,
  config: GatewayConfig,
  clock: Clock,
): Promise<VendorToCheck | null> {
  const { timeLimitMs } = config;
  switch (vendor) {
    case "stripe": {
      if (config.stripe === null) return null;
      const { createStripe } = await import("../stripe/stripe");
      return {
        gateway: createStripe({ ...config.stripe, timeLimitMs, clock }),
        isLive: !/^[a-z]+_test_/.test(config.stripe.secretKey),
        apiBase: config.stripe.apiBase,
        currency: "INR",
      };
    }
    case "razorpay": {
      if (config.razorpay === null) return null;
      const { createRazorpay } = await import("../razorpay/razorpay");
      return {
        gateway: createRazorpay({ ...config.razorpay, timeLimitMs, clock }),
        isLive: !config.razorpay.keyId.startsWith("rzp_test_"),
        apiBase: config.razorpay.apiBase,
        currency: "INR",
      };
    }
    case "adyen": {
      if (config.adyen === null) return null;
      const { createAdyen } = await import("../adyen/adyen");
      const { createMemoryEvents } = await import("../adyen/memory-events");
      return {
        gateway: createAdyen({ ...config.adyen, timeLimitMs, events: createMemoryEvents(), clock }),
        isLive: config.adyen.livePrefix !== null,
        apiBase: config.adyen.apiBase,
        currency: "EUR",
      };
    }
    case "paypal": {
      if (config.paypal === null) return null;
      const { createPayPal } = await import("../paypal/paypal");
      return {
        gateway: createPayPal({ ...config.paypal, timeLimitMs, clock }),
        isLive: config.paypal.environment === "live",
        apiBase: config.paypal.apiBase,
        currency: "USD",
      };
    }
    case "cashfree": {
      if (config.cashfree === null) return null;
      const { createCashfree } = await import("../cashfree/cashfree");
      return {
        gateway: createCashfree({ ...config.cashfree, timeLimitMs, clock }),
        isLive: config.cashfree.environment === "live",
        apiBase: config.cashfree.apiBase,
        currency: "INR",
      };
    }
  }
}
