import type { Vendor } from "@/lib/contract/ops/gateway-accounts";

/** Names of vendors as they write them. */
export const VENDOR_NAMES: Readonly<Record<Vendor, string>> = {
  stripe: "Stripe",
  razorpay: "Razorpay",
  adyen: "Adyen",
  paypal: "PayPal",
  cashfree: "Cashfree",
};

/** `inUse`: the account that takes new payments now; null for none of the merchant's own. */
export type VendorTarget = { vendor: Vendor; inUse: number | null; address: string };

export type CredentialField =
  | "secret_key"
  | "webhook_secret"
  | "key_id"
  | "key_secret"
  | "api_key"
  | "merchant_account"
  | "hmac_key"
  | "live_prefix"
  | "client_id"
  | "client_secret"
  | "webhook_id"
  | "environment";

/** What a vendor's webhook is read with. Cashfree's has nothing of its own: the client secret signs it. */
const OF_WEBHOOK: ReadonlySet<CredentialField> = new Set(["webhook_secret", "hmac_key", "webhook_id"]);

type Form = { name: CredentialField; kind: "secret" | "text" | "environment"; isOptional?: true };

/** The fields of the form for each vendor, in the order of the vendor's own pages. */
export const CREDENTIAL_FIELDS: Readonly<Record<Vendor, readonly Form[]>> = {
  stripe: [
    { name: "secret_key", kind: "secret" },
    { name: "webhook_secret", kind: "secret" },
  ],
  razorpay: [
    { name: "key_id", kind: "text" },
    { name: "key_secret", kind: "secret" },
    { name: "webhook_secret", kind: "secret" },
  ],
  adyen: [
    { name: "merchant_account", kind: "text" },
    { name: "api_key", kind: "secret" },
    { name: "hmac_key", kind: "secret" },
    { name: "live_prefix", kind: "text", isOptional: true },
  ],
  paypal: [
    { name: "environment", kind: "environment" },
    { name: "client_id", kind: "text" },
    { name: "client_secret", kind: "secret" },
    { name: "webhook_id", kind: "text" },
  ],
  cashfree: [
    { name: "environment", kind: "environment" },
    { name: "client_id", kind: "text" },
    { name: "client_secret", kind: "secret" },
  ],
};

/** Whether the webhook has to be created first, because a field of the form comes from it. */
export function needsWebhookFirst(vendor: Vendor): boolean {
  return CREDENTIAL_FIELDS[vendor].some(({ name }) => OF_WEBHOOK.has(name));
}
