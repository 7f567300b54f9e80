import type { PaymentRequest } from "@/server/routing/domain/payments/payment";

let made = 0;

/** What a merchant's code sends for a new payment, as the use case gets it; the reference is another each time. */
export function paymentRequest(fields: Partial<PaymentRequest> = {}): PaymentRequest {
  made += 1;
  return {
    reference: `REQUESTED-${made}`,
    amountPaise: 50_000n,
    currency: "INR",
    paymentMethod: "UPI",
    cardScheme: null,
    issuingBank: null,
    udf1: null,
    udf2: null,
    udf3: null,
    customer: { email: null, phone: null, name: null },
    surl: null,
    furl: null,
    ...fields,
  };
}
