import type Razorpay from "razorpay";
import type { PaymentMethod } from "@/lib/contract/statuses";
import type { Clock } from "@/server/platform/clock";
import { checkoutTitle } from "../checkout-title";
import { fromMinorUnits, toMinorUnits } from "../minor-units";
import { markOf } from "../payment-mark";
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
import {
  linkListSchema,
  linkSchema,
  paymentSchema,
  type RazorpayLink,
  type RazorpayPayment,
} from "./responses";
import { type RazorpayCalls } from "./calls";
import { RazorpayRefusal } from "./client";
import { razorpayTerms } from "./currencies";

type LinkRequest = Parameters<Razorpay["paymentLink"]["create"]>[0];

/** Payments are Payment Links. Razorpay notifies no customer of them: the customer is redirected to the link. */
export function createRazorpayCheckout(options: {
  client: Razorpay;
  calls: RazorpayCalls;
  clock: Clock;
}): VendorCheckout {
  const { client, calls, clock } = options;

  async function create(request: CheckoutRequest, units: number): Promise<CheckoutOpened | CheckoutFailed> {
    try {
      const body = linkOf(request, units, clock.now());
      return opened(await calls.write(linkSchema, client.paymentLink.create(body)));
    } catch (error) {
      if (!(error instanceof RazorpayRefusal)) throw error;
      // "reference_id already exists" means our own link whose response was lost. We read the link, not the message.
      const ours = await findOpen(request, units);
      return ours === null ? { kind: "failed", cause: "refused", message: error.message } : opened(ours);
    }
  }

  async function findOpen(request: CheckoutRequest, units: number): Promise<RazorpayLink | null> {
    const filter = { reference_id: referenceOf(request), count: 100 };
    const { payment_links: links } = await calls.lookUp(linkListSchema, client.paymentLink.all(filter));
    const ours = links.find(
      (link) =>
        link.reference_id === filter.reference_id &&
        link.status === "created" &&
        link.amount === units &&
        link.currency === request.currency,
    );
    return ours ?? null;
  }

  async function toGatewayPayment(link: RazorpayLink): Promise<GatewayPayment> {
    // Whatever the link's status, a captured payment on it means that the money is there.
    const captured = link.payments?.filter(({ status }) => status === "captured") ?? [];
    const payments = await Promise.all(captured.map(({ payment_id: id }) => paymentOf(id)));
    // Kept charges come first: after a restore of a backup nothing else shows which of several was kept.
    const [first, ...others] = [...payments.filter(isKept), ...payments.filter((each) => !isKept(each))].map(
      chargeOf,
    );
    // An authorised one has left the customer's account, and is captured or given back later.
    const isOnItsWay = link.payments?.some(({ status }) => status === "authorized") === true;
    if (first !== undefined) return success(first, others, isOnItsWay || !ENDED.has(link.status));
    if (isOnItsWay) return { status: "OPEN" };
    switch (link.status) {
      case "paid":
        throw new GatewayUnavailable(`Razorpay calls ${link.id} paid and names no payment`);
      case "cancelled":
      case "expired":
        return { status: "CLOSED", ...(await failureOf(link)) };
      // A failed payment leaves its link open: the customer can try again on the same page.
      default:
        return { status: "OPEN" };
    }
  }

  /**
   * Reads the failure of the customer's last attempt. It only explains: a lookup without a response must not keep the
   * payment open.
   */
  async function failureOf(link: RazorpayLink): Promise<{ failure?: GatewayFailure }> {
    const failed = link.payments?.findLast(({ status }) => status === "failed");
    if (failed === undefined) return {};
    try {
      const payment = await calls.lookUp(paymentSchema, client.payments.fetch(failed.payment_id));
      return { failure: { code: codeOf(payment), message: payment.error_description ?? null } };
    } catch (error) {
      if (error instanceof GatewayUnavailable) return {};
      throw error;
    }
  }

  const paymentOf = (id: string): Promise<RazorpayPayment> =>
    calls.lookUp(paymentSchema, client.payments.fetch(encodeURIComponent(id)));

  async function fetch(checkoutId: string): Promise<GatewayPayment> {
    return toGatewayPayment(
      await calls.lookUp(linkSchema, client.paymentLink.fetch(encodeURIComponent(checkoutId))),
    );
  }

  return {
    fetch,
    async open(request) {
      const units = toMinorUnits(request.amountPaise, request.currency, razorpayTerms);
      if (!units.ok) return { kind: "failed", cause: "refused", message: `Razorpay: ${units.error}.` };
      try {
        return await create(request, units.value);
      } catch (error) {
        return openingFailed(error, RazorpayRefusal);
      }
    },
    async voidCheckout(checkoutId) {
      try {
        return await toGatewayPayment(
          await calls.write(linkSchema, client.paymentLink.cancel(encodeURIComponent(checkoutId))),
        );
      } catch (error) {
        if (!(error instanceof RazorpayRefusal)) throw error;
        // Not open any more: paid, expired, or cancelled by an earlier call. A fetch of the link shows which.
        return fetch(checkoutId);
      }
    },
  };
}

/** Not refunded as a whole. */
const isKept = ({ amount, amount_refunded: refunded }: RazorpayPayment): boolean => (refunded ?? 0) < amount;

function chargeOf({ id, amount, currency }: RazorpayPayment): ChargedMoney {
  const amountPaise = fromMinorUnits(amount, currency, razorpayTerms);
  if (amountPaise === null) {
    throw new GatewayUnavailable(`Razorpay calls ${id} paid and does not say how much came`);
  }
  return { gatewayTransactionId: id, amountPaise, currency };
}

/** A link in another status can still be paid. */
const ENDED: ReadonlySet<string> = new Set(["paid", "cancelled", "expired"]);

function opened({ id, short_url: redirectUrl }: RazorpayLink): CheckoutOpened {
  return { kind: "opened", checkoutId: id, redirectUrl };
}

/** `payment_failed` is the reason of whatever has no other: only its source says who declined. */
function codeOf({ error_reason: reason, error_code, error_source: source }: RazorpayPayment): string | null {
  const code = reason ?? error_code ?? null;
  return code === "payment_failed" && typeof source === "string" ? `${code}/${source.toLowerCase()}` : code;
}

/**
 * The reference has at most 35 of the 40 characters that Razorpay accepts: ten digits, a hyphen, an id (decision 0030).
 */
function referenceOf({ merchantId, paymentId }: CheckoutRequest): string {
  return `${merchantId}-${paymentId}`;
}

const MINUTE_MS = 60_000;
/** Razorpay requires at least 15 minutes, by its own clock. The service closes the link when the payment ends. */
const SHORTEST_MS = 20 * MINUTE_MS;

function linkOf(request: CheckoutRequest, units: number, now: Date): LinkRequest {
  const { email, phone, name } = request.customer;
  const endsAt = Math.max(request.expiresAt.getTime(), now.getTime() + SHORTEST_MS);
  const only = onlyMethod(request.paymentMethod);
  return {
    amount: units,
    currency: request.currency,
    accept_partial: false,
    reference_id: referenceOf(request),
    description: checkoutTitle(request),
    expire_by: Math.floor(endsAt / 1000),
    customer: {
      ...(name === null ? {} : { name }),
      ...(email === null ? {} : { email }),
      ...(phone === null ? {} : { contact: phone }),
    },
    notify: { sms: false, email: false },
    reminder_enable: false,
    notes: markOf(request),
    callback_url: request.returnUrl,
    callback_method: "get",
    ...(only === null ? {} : { options: { checkout: { method: only } } }),
  };
}

/** The method in the form of Razorpay's checkout; null where the page should offer whatever the account offers. */
function onlyMethod(
  method: PaymentMethod | null,
): Record<"card" | "upi" | "netbanking" | "wallet", "1" | "0"> | null {
  const none = { card: "0", upi: "0", netbanking: "0", wallet: "0" } as const;
  switch (method) {
    case "CC":
    case "DC":
    case "EMI":
      return { ...none, card: "1" };
    case "UPI":
      return { ...none, upi: "1" };
    case "NB":
      return { ...none, netbanking: "1" };
    case "WALLET":
      return { ...none, wallet: "1" };
    case null:
      return null;
  }
}
