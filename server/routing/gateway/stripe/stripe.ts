import type { Clock } from "@/server/platform/clock";
import type { Gateway } from "../port";
import { foundByVendorsId } from "../vendor-checkout";
import { createStripeCheckout } from "./checkout";
import { createStripeClient, type StripeOptions } from "./client";
import { STRIPE_CURRENCIES } from "./currencies";
import { readStripeNotification } from "./notification";
import { createStripeRefunds } from "./refund";

const STRIPE = "stripe";

/** Stripe, through Checkout Sessions (docs/gateways.md). */
export function createStripe(options: StripeOptions & { clock: Clock }): Gateway {
  const { clock, timeLimitMs, webhookSecret } = options;
  const client = createStripeClient(options);
  const checkout = createStripeCheckout({ client, clock, timeLimitMs });
  const refunds = createStripeRefunds({ client, timeLimitMs });
  return {
    name: STRIPE,
    isTest: false,
    takesPayments: true,
    capabilities: {
      methods: ["CC", "DC", "UPI", "WALLET"],
      currencies: STRIPE_CURRENCIES,
      voids: true,
      notifies: true,
    },
    openCheckout: (request) => checkout.open(request),
    fetchPayment: (checkoutId, purpose) => checkout.fetch(checkoutId, purpose),
    recognizesCheckout: foundByVendorsId(checkout),
    voidCheckout: (checkoutId) => checkout.voidCheckout(checkoutId),
    refund: (request) => refunds.refund(request),
    findSentRefund: (request) => refunds.find(request),
    fetchRefund: (gatewayRefundId) => refunds.fetch(gatewayRefundId),
    readNotification: (notification) =>
      Promise.resolve(readStripeNotification(notification, { client, webhookSecret, clock })),
    hostedCheckout: null,
  };
}
