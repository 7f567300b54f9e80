import type { DeclineReason } from "../contract/decline-reasons";

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
/** Those that are shown; one that the payment does not have is null. */
export type PaymentDetails = Partial<
  Record<Exclude<PaymentDetail, "decline">, string | null> & { decline: DeclineReason | null }
>;
