import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import type { Clock } from "@/server/platform/clock";
import type { Gateway } from "../port";
import { foundByVendorsId } from "../vendor-checkout";
import { callWithin } from "./calls";
import { createRazorpayCheckout } from "./checkout";
import { createRazorpayClient, type RazorpayOptions } from "./client";
import { RAZORPAY_CURRENCIES } from "./currencies";
import { readRazorpayNotification } from "./notification";
import { createRazorpayRefunds } from "./refund";

const RAZORPAY = "razorpay";

/** Razorpay, through Payment Links (docs/gateways.md). */
export function createRazorpay(options: RazorpayOptions & { clock: Clock }): Gateway {
  const client = createRazorpayClient(options);
  const calls = callWithin(options.timeLimitMs);
  const checkout = createRazorpayCheckout({ client, calls, clock: options.clock });
  const refunds = createRazorpayRefunds({
    client,
    clientWith: (headers) => createRazorpayClient(options, headers),
    calls,
  });
  return {
    name: RAZORPAY,
    isTest: false,
    takesPayments: true,
    capabilities: {
      methods: PAYMENT_METHODS,
      currencies: RAZORPAY_CURRENCIES,
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
      Promise.resolve(readRazorpayNotification(notification, options.webhookSecret)),
    hostedCheckout: null,
  };
}
