import { type Protected, without } from "./protected";

/** Gateways whose documents show calls that others have and they have not (decisions 0307, 0308). */
export const VENDORS: readonly Protected[] = [
  {
    row: 122,
    fault: "a refund at Adyen was never reported, and Adyen has forgotten its key",
    test: {
      file: "server/routing/gateway/adyen/adyen.db.test.ts",
      name: "that Adyen never reported is not sent again after its key's life: a person decides",
    },
    also: ["server/routing/gateway/conformance/conformance.db.test.ts"],
    ...without(
      "the time of the first attempt",
      "server/routing/gateway/adyen/refund.ts",
      "if (clock.now().getTime() - firstSentAt.getTime() < KEY_LIFE_MS) return null;",
      "if (clock.now() > firstSentAt) return null;",
    ),
  },
  {
    row: 123,
    fault: "a customer approves an order at PayPal after the payment was cancelled",
    test: {
      file: "server/routing/gateway/paypal/paypal.test.ts",
      name: "that was closed is never captured, although the customer approves it afterwards",
    },
    also: ["server/routing/gateway/conformance/conformance.db.test.ts"],
    ...without(
      "the intent that cannot be captured",
      "server/routing/gateway/paypal/checkout.ts",
      "value: CLOSED_INTENT",
      'value: "CAPTURE"',
    ),
  },
  {
    row: 124,
    fault: "a forged notification of PayPal names a certificate of its own",
    test: {
      file: "server/routing/gateway/paypal/paypal.test.ts",
      name: "whose certificate is at %s is refused without a call",
    },
    ...without(
      "the list of PayPal's hosts",
      "server/routing/gateway/paypal/certificates.ts",
      "HOSTS[options.environment].includes(url.hostname) &&",
    ),
  },
  {
    row: 128,
    fault: "a gateway declines with a code that nobody has mapped to a reason",
    test: {
      file: "server/routing/usecases/payments/report-charge.db.test.ts",
      name: "is counted once for each payment, and the payment has no reason to blame anybody for",
    },
    ...without(
      "the count of unmapped codes",
      "server/routing/usecases/payments/record-failure.ts",
      "metrics.declineCodeUnmapped(gateway);",
    ),
  },
];
