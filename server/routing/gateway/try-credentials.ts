import type { VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import { adyenAddress } from "./adyen/client";
import { errorSchema as cashfreeError } from "./cashfree/responses";
import { cashfreeAddress, cashfreeHeaders } from "./cashfree/client";
import type { VendorAddresses } from "./create-vendor";
import { createJsonClient, type JsonRequest, type JsonResponse } from "./json-client";
import { paypalAddress } from "./paypal/client";
import { GatewayUnavailable } from "./port";

/**
 * What a vendor says of credentials. `refused`: it does not accept them, or they lack a right that payments need; `status` is
 * that of its response.
 */
export type CredentialTrial =
  | { kind: "accepted" }
  | { kind: "refused"; status: number }
  | { kind: "unreachable"; message: string };

/** Tries credentials at the vendor's own address or the operator's. */
export type TryCredentials = (credentials: VendorCredentials) => Promise<CredentialTrial>;

type Trial = {
  vendor: string;
  base: URL;
  request: JsonRequest;
  /** Another answer than a 2xx with a body shows that the credentials are accepted. */
  isAccepted?: (response: JsonResponse) => boolean;
};

/** Long enough for a slow vendor, and well below the time that the dashboard waits for an operation. */
const TRIAL_LIMIT_MS = 5_000;
const REFUSED: ReadonlySet<number> = new Set([401, 403]);

/**
 * Tries credentials with one call at the vendor that changes nothing there (decision 0311). The signing secret of
 * notifications cannot be tried: only the vendor uses it.
 */
export async function tryCredentials(
  credentials: VendorCredentials,
  addresses: VendorAddresses,
  timeLimitMs: number,
): Promise<CredentialTrial> {
  const { vendor, base, request, isAccepted = isSuccess } = trialOf(credentials);
  const send = createJsonClient({
    vendor,
    base: addresses[credentials.gateway] ?? base,
    timeLimitMs: Math.min(timeLimitMs, TRIAL_LIMIT_MS),
  });
  try {
    const response = await send(request);
    const { status } = response;
    if (isAccepted(response)) return { kind: "accepted" };
    if (REFUSED.has(status)) return { kind: "refused", status };
    return { kind: "unreachable", message: `${vendor} gave no usable answer: ${status}` };
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    return { kind: "unreachable", message: error.message };
  }
}

function isSuccess({ status, body }: JsonResponse): boolean {
  return status >= 200 && status < 300 && body !== null;
}

/** Cashfree has no list that an empty account answers. No payment of ours has this id (decision 0030). */
const NO_LINK = "paydeck-credentials";

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

function trialOf(credentials: VendorCredentials): Trial {
  switch (credentials.gateway) {
    case "stripe":
      return {
        vendor: "Stripe",
        base: new URL("https://api.stripe.com"),
        request: {
          method: "GET",
          path: "/v1/checkout/sessions?limit=1",
          headers: { Authorization: `Bearer ${credentials.secret_key}` },
        },
      };
    case "razorpay":
      return {
        vendor: "Razorpay",
        base: new URL("https://api.razorpay.com"),
        request: {
          method: "GET",
          path: "/v1/payments?count=1",
          headers: { Authorization: basic(credentials.key_id, credentials.key_secret) },
        },
      };
    case "adyen": {
      const { base, root } = adyenAddress(credentials.live_prefix ?? null);
      return {
        vendor: "Adyen",
        base,
        request: {
          method: "POST",
          path: `${root}/paymentMethods`,
          headers: { "X-API-Key": credentials.api_key },
          body: JSON.stringify({ merchantAccount: credentials.merchant_account }),
        },
      };
    }
    case "paypal":
      return {
        vendor: "PayPal",
        base: paypalAddress({ environment: credentials.environment, apiBase: null }),
        request: {
          method: "POST",
          path: "/v1/oauth2/token",
          headers: {
            Authorization: basic(credentials.client_id, credentials.client_secret),
            "Content-Type": "application/x-www-form-urlencoded",
          },
          body: "grant_type=client_credentials",
        },
      };
    case "cashfree":
      return {
        vendor: "Cashfree",
        base: cashfreeAddress({ environment: credentials.environment, apiBase: null }),
        request: {
          method: "GET",
          path: `/pg/links/${NO_LINK}`,
          headers: cashfreeHeaders({
            clientId: credentials.client_id,
            clientSecret: credentials.client_secret,
          }),
        },
        isAccepted: ({ status, body }) => status === 404 && cashfreeError.safeParse(body).success,
      };
  }
}
