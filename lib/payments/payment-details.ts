/** What a payment's row has only if its column is shown. */
export const PAYMENT_DETAILS = [
  "completed",
  "remaining",
  "decline",
  "attempt",
  "card",
  "gatewayId",
  "udf1",
  "udf2",
  "udf3",
] as const;
export type PaymentDetail = (typeof PAYMENT_DETAILS)[number];
