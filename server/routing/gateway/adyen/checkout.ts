import { createHash } from "node:crypto";
import type { PaymentMethod } from "@/lib/contract/statuses";
import { checkoutTitle } from "../checkout-title";
import { fromMinorUnits, toMinorUnits } from "../minor-units";
import {
  type ChargedMoney,
  type CheckoutFailed,
  type CheckoutOpened,
  type CheckoutRequest,
  type GatewayFailure,
  type GatewayPayment,
  GatewayUnavailable,
} from "../port";
import { openingFailed, success, type VendorCheckout } from "../vendor-checkout";
import { type AdyenLink, linkSchema } from "./responses";
import { type AdyenCall, AdyenRefusal, throwLookupError } from "./client";
import { adyenTerms } from "./currencies";
import { adyenCodeOf } from "./decline-codes";
import type { AdyenEvent, AdyenEvents } from "./events";
import { referenceOf } from "../payment-mark";

/** Payments are payment links that can be paid once: Adyen hosts the page. */
export function createAdyenCheckout(options: {
  call: AdyenCall;
  events: AdyenEvents;
  merchantAccount: string;
}): VendorCheckout {
  const { call, events, merchantAccount } = options;

  async function open(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed> {
    const units = toMinorUnits(request.amountPaise, request.currency, adyenTerms);
    if (!units.ok) return { kind: "failed", cause: "refused", message: `Adyen: ${units.error}.` };
    try {
      const link = await call(linkSchema, {
        method: "POST",
        path: "/paymentLinks",
        idempotencyKey: keyOf(request.idempotencyKey),
        json: linkOf(request, units.value, merchantAccount),
      });
      if (typeof link.url !== "string") throw new GatewayUnavailable("Adyen opened a link without a page");
      return { kind: "opened", checkoutId: link.id, redirectUrl: link.url };
    } catch (error) {
      return openingFailed(error, AdyenRefusal);
    }
  }

  async function fetch(checkoutId: string): Promise<GatewayPayment> {
    const path = `/paymentLinks/${encodeURIComponent(checkoutId)}`;
    return toGatewayPayment(await call(linkSchema, { method: "GET", path }).catch(throwLookupError));
  }

  async function toGatewayPayment(link: AdyenLink): Promise<GatewayPayment> {
    const reported = await events.ofReference(link.reference);
    const authorised = reported.filter(({ eventCode, success }) => eventCode === "AUTHORISATION" && success);
    const charges: ChargedMoney[] = [];
    for (const event of authorised) {
      // Whatever the link's status, an authorised payment that was not given back means that the money is there.
      if (!(await isGivenBack(event))) charges.push(chargeOf(event));
    }
    const [first, ...others] = charges;
    if (first !== undefined) return success(first, others, !ENDED.has(link.status));
    switch (link.status) {
      case "completed":
      case "paid":
        if (authorised.length > 0) return { status: "CLOSED" };
        throw new GatewayUnavailable(`Adyen calls ${link.id} paid, and its notification has not come yet`);
      case "expired":
        return { status: "CLOSED", ...failureOf(reported) };
      // A refused payment leaves its link active: the customer can try again on the same page.
      default:
        return { status: "OPEN" };
    }
  }

  async function isGivenBack({ pspReference }: AdyenEvent): Promise<boolean> {
    const changes = await events.ofCharge(pspReference);
    return changes.some(({ eventCode, success }) => success && NOT_CAPTURED.has(eventCode));
  }

  return {
    open,
    fetch,
    async voidCheckout(checkoutId) {
      const path = `/paymentLinks/${encodeURIComponent(checkoutId)}`;
      try {
        return await toGatewayPayment(
          await call(linkSchema, { method: "PATCH", path, json: { status: "expired" } }),
        );
      } catch (error) {
        if (!(error instanceof AdyenRefusal)) throw error;
        // Not active any more: paid, expired, or expired by an earlier call. A fetch of the link shows which.
        return fetch(checkoutId);
      }
    },
  };
}

/** A link in another status can still be paid, or a payment on it is pending. */
const ENDED: ReadonlySet<string> = new Set(["completed", "paid", "expired"]);
/** No money comes from an authorised payment after these events. */
const NOT_CAPTURED: ReadonlySet<string> = new Set(["CANCELLATION", "TECHNICAL_CANCEL", "CAPTURE_FAILED"]);

function chargeOf({ pspReference, units, currency }: AdyenEvent): ChargedMoney {
  const amountPaise = fromMinorUnits(Number(units), currency, adyenTerms);
  if (amountPaise === null) {
    throw new GatewayUnavailable(`Adyen calls ${pspReference} paid and does not say how much came`);
  }
  return { gatewayTransactionId: pspReference, amountPaise, currency };
}

/** Notifications have Adyen's words, such as "CVC Declined", and not the number that its API has for them. */
function failureOf(reported: readonly AdyenEvent[]): { failure?: GatewayFailure } {
  const refused = reported.findLast(({ eventCode, success }) => eventCode === "AUTHORISATION" && !success);
  if (refused?.reason === undefined || refused.reason === null) return {};
  return { failure: { code: adyenCodeOf(refused.reason), message: refused.reason } };
}

/** Adyen accepts a key of at most 64 characters. */
export function keyOf(idempotencyKey: string): string {
  return createHash("sha256").update(idempotencyKey).digest("hex");
}

function linkOf(request: CheckoutRequest, units: number, merchantAccount: string): object {
  const methods = methodTypes(request.paymentMethod);
  return {
    merchantAccount,
    reference: referenceOf(request),
    amount: { value: units, currency: request.currency },
    description: checkoutTitle(request),
    returnUrl: request.returnUrl,
    expiresAt: request.expiresAt.toISOString().replace(/\.\d+Z$/, "Z"),
    reusable: false,
    captureDelayHours: 0,
    ...(request.customer.email === null ? {} : { shopperEmail: request.customer.email }),
    ...(methods === null ? {} : { allowedPaymentMethods: methods }),
  };
}

/** Null where the page should offer whatever the account offers. */
function methodTypes(method: PaymentMethod | null): string[] | null {
  switch (method) {
    case "CC":
    case "DC":
      return ["scheme"];
    case "UPI":
      return ["upi_collect", "upi_intent", "upi_qr"];
    case "NB":
      return ["onlinebanking_IN"];
    case "WALLET":
      return ["wallet_IN"];
    case "EMI":
    case null:
      return null;
  }
}
