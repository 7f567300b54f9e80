import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import type { Clock } from "@/server/platform/clock";
import type { Gateway } from "../port";
import { createCashfreeCheckout } from "./checkout";
import { type CashfreeOptions, createCashfreeClient } from "./client";
import { CASHFREE_CURRENCIES } from "./currencies";
import { readCashfreeNotification } from "./notification";
import { createCashfreeRefunds } from "./refund";

const CASHFREE = "cashfree";

/** Cashfree, through Payment Links and the orders that they make (decision 0319, docs/gateways.md). */
export function createCashfree(options: CashfreeOptions & { clock: Clock }): Gateway {
  const { clientSecret, clock } = options;
  const call = createCashfreeClient(options);
  const checkout = createCashfreeCheckout(call, clock);
  const refunds = createCashfreeRefunds(call);
  return {
    name: CASHFREE,
    isTest: false,
    takesPayments: true,
    capabilities: {
      methods: PAYMENT_METHODS,
      currencies: CASHFREE_CURRENCIES,
      voids: true,
      notifies: true,
    },
    openCheckout: (request) => checkout.open(request),
    fetchPayment: (checkoutId, purpose) => checkout.fetch(checkoutId, purpose),
    recognizesCheckout: (opened) => checkout.recognizes(opened),
    voidCheckout: (checkoutId) => checkout.voidCheckout(checkoutId),
    refund: (request) => refunds.refund(request),
    findSentRefund: (request) => refunds.findSent(request),
    fetchRefund: (gatewayRefundId) => refunds.fetch(gatewayRefundId),
    readNotification: (notification) =>
      Promise.resolve(readCashfreeNotification(notification, { clientSecret, clock })),
    hostedCheckout: null,
  };
}
