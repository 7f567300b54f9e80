import type { VendorCredentials } from "@/lib/contract/ops/gateway-accounts";

/** Names an account that a merchant itself has at a vendor (decision 0311). */
export type GatewayAccountKey = { merchantId: number; gateway: string; account: number };

/** Who changes an account: in the caller's own words, and by the id of the key that signed, which nobody can choose. */
export type AccountAuthor = { name: string; keyId: string };

/** An account without its credentials. */
export type GatewayAccount = GatewayAccountKey & {
  /** Another one with each change of the credentials, and when it is taken out of use; no other account has it. */
  revision: number;
  hint: string;
  isLive: boolean;
  createdAt: Date;
  createdBy: string;
  changedAt: Date;
  changedBy: string;
  /** The key that signed the last change of the credentials; null when it is not known. */
  changedKey: string | null;
  /** Who put it in use, and when; null when it is not known. */
  usedAt: Date | null;
  usedBy: string | null;
  usedKey: string | null;
  /** Since when it takes no new payments; null for the one in use. */
  retiredAt: Date | null;
  /** Who took it out of use; null for the one in use, and when it is not known. */
  retiredBy: string | null;
  retiredKey: string | null;
};

/** A merchant may have so many accounts at one vendor: this bounds what one notification is compared with. */
export const MAX_ACCOUNTS = 20;

/**
 * An account that was taken out of use, or entered again, longer ago than this, and has no payments, is deleted: no creation can
 * still use it.
 */
export const UNUSED_KEPT_MS = 24 * 60 * 60 * 1000;

const SHOWN = 4;
const shown = (key: string): string => `…${key.slice(-SHOWN)}`;

/**
 * What people tell an account by: a name or the last characters of an id where the vendor has one that is no secret.
 * Stripe's key is long enough to show four characters of it, as Stripe itself does.
 */
export function identityOf(credentials: VendorCredentials): { hint: string; isLive: boolean } {
  switch (credentials.gateway) {
    case "stripe":
      return { hint: shown(credentials.secret_key), isLive: !/^[rs]k_test_/.test(credentials.secret_key) };
    case "razorpay":
      return { hint: shown(credentials.key_id), isLive: !credentials.key_id.startsWith("rzp_test_") };
    case "adyen":
      return { hint: credentials.merchant_account, isLive: (credentials.live_prefix ?? null) !== null };
    case "paypal":
    case "cashfree":
      return { hint: shown(credentials.client_id), isLive: credentials.environment === "live" };
  }
}

/**
 * Whether credentials are certainly of another account, whatever the vendor finds with them: a test and a live account share
 * nothing, and a key of a company at Adyen finds the payments of all its merchant accounts.
 */
export function areOfAnotherAccount(
  { hint, isLive }: Pick<GatewayAccount, "hint" | "isLive">,
  credentials: VendorCredentials,
): boolean {
  const given = identityOf(credentials);
  return given.isLive !== isLive || (credentials.gateway === "adyen" && given.hint !== hint);
}
