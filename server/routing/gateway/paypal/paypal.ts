import type { Clock } from "@/server/platform/clock";
import type { Gateway } from "../port";
import { foundByVendorsId } from "../vendor-checkout";
import { createPayPalKeys } from "./certificates";
import { createPayPalCheckout } from "./checkout";
import { createPayPalClient, type PayPalOptions } from "./client";
import { PAYPAL_CURRENCIES } from "./currencies";
import { readPayPalNotification } from "./notification";
import { createPayPalRefunds } from "./refund";

const PAYPAL = "paypal";

/** PayPal, through orders that are captured here (docs/gateways.md). `trustedRoots`: those of Node, unless in tests. */
export function createPayPal(
  options: PayPalOptions & { clock: Clock; trustedRoots?: readonly string[] },
): Gateway {
  const call = createPayPalClient(options);
  const keys = createPayPalKeys(options);
  const checkout = createPayPalCheckout(call);
  const refunds = createPayPalRefunds(call, options.clock);
  return {
    name: PAYPAL,
    isTest: false,
    takesPayments: true,
    capabilities: {
      methods: ["WALLET", "CC", "DC"],
      currencies: PAYPAL_CURRENCIES,
      voids: true,
      notifies: true,
    },
    openCheckout: (request) => checkout.open(request),
    fetchPayment: (checkoutId, purpose) => checkout.fetch(checkoutId, purpose),
    recognizesCheckout: foundByVendorsId(checkout),
    voidCheckout: (checkoutId) => checkout.voidCheckout(checkoutId),
    refund: (request) => refunds.refund(request),
    findSentRefund: (request) => refunds.findSent(request),
    fetchRefund: (gatewayRefundId) => refunds.fetch(gatewayRefundId),
    readNotification: (notification) =>
      readPayPalNotification(notification, { keys, webhookId: options.webhookId }),
    hostedCheckout: null,
  };
}
