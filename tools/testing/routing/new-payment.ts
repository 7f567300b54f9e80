import { randomUUID } from "node:crypto";
import type { RoutingDecision } from "@/server/routing/domain/payments/decision";
import type { IdSequence } from "@/server/routing/domain/payments/ids";
import type { Payment } from "@/server/routing/domain/payments/payment";

export const DECISION: RoutingDecision = {
  ruleSetVersion: 1,
  verdicts: [],
  attempts: [],
  shares: [],
  avoided: [],
  experiment: null,
};

/** A payment that is stored nowhere yet, with texts that a careless statement would misread. */
export function newPayment(ids: IdSequence, merchantId: number, fields: Partial<Payment> = {}): Payment {
  const createdAt = new Date();
  return {
    merchantId,
    id: ids.next("TXN", merchantId, createdAt.getTime()),
    reference: `ORDER-${randomUUID()}`,
    attempt: 1,
    amountPaise: 9_007_199_254_740_993n,
    currency: "INR",
    status: "INITIATED",
    checkoutToken: randomUUID(),
    customer: { email: `a,b"{}\\'@example.com`, phone: null, name: "NULL" },
    paymentMethod: "UPI",
    cardScheme: null,
    issuingBank: null,
    udf1: "",
    udf2: "{1,2}",
    udf3: null,
    surl: null,
    furl: null,
    gateway: null,
    gatewayAccount: null,
    gatewayCheckoutId: null,
    gatewayCheckoutUrl: null,
    gatewayTransactionId: null,
    paidMethod: null,
    createdAt,
    linkIssuedAt: null,
    expiresAt: new Date(createdAt.getTime() + 60_000),
    completedAt: null,
    failure: null,
    polledUntil: null,
    ...fields,
  };
}
