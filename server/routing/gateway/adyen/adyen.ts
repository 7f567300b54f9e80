import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import type { Clock } from "@/server/platform/clock";
import type { Gateway } from "../port";
import { foundByVendorsId } from "../vendor-checkout";
import { createAdyenCheckout } from "./checkout";
import { type AdyenOptions, createAdyenClient } from "./client";
import { ADYEN_CURRENCIES } from "./currencies";
import type { AdyenEvents } from "./events";
import { readAdyenNotification } from "./notification";
import { createAdyenRefunds } from "./refund";

const ADYEN = "adyen";

/** Adyen, through payment links (docs/gateways.md). */
export function createAdyen(options: AdyenOptions & { events: AdyenEvents; clock: Clock }): Gateway {
  const { clock, events, hmacKey, merchantAccount } = options;
  const call = createAdyenClient(options);
  const checkout = createAdyenCheckout({ call, events, merchantAccount });
  const refunds = createAdyenRefunds({ call, events, clock, merchantAccount });
  return {
    name: ADYEN,
    isTest: false,
    takesPayments: true,
    capabilities: {
      methods: PAYMENT_METHODS,
      currencies: ADYEN_CURRENCIES,
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
      readAdyenNotification(notification, { events, hmacKey, merchantAccount }),
    hostedCheckout: null,
  };
}
