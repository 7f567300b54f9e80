import type { CheckoutRequest } from "@/server/routing/gateway/port";

let made = 0;

/** A checkout request of a new payment, as the use case makes it. */
export function checkoutRequest(fields: Partial<CheckoutRequest> = {}): CheckoutRequest {
  made += 1;
  const paymentId = `TXN20261121${String(1_763_696_841_000 + made)}`;
  return {
    idempotencyKey: `7:${paymentId}`,
    merchantId: 7,
    paymentId,
    reference: `ORDER-${made}`,
    merchantName: "Chai & Co",
    amountPaise: 149_900n,
    currency: "INR",
    customer: { email: "ravi@example.com", phone: "919000090000", name: "Ravi" },
    paymentMethod: null,
    returnUrl: "http://127.0.0.1:4000/pay/7-token",
    expiresAt: new Date(Date.now() + 24 * 60 * 60 * 1000),
    ...fields,
  };
}
