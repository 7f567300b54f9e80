import { type PaymentMark, readMark } from "../payment-mark";

/**
 * How Adyen's notifications name the payment: the metadata of a link is not covered by their signature, the reference
 * is.
 */
export function referenceOf({ merchantId, paymentId }: PaymentMark): string {
  return `${merchantId}-${paymentId}`;
}

/** Null for a reference that this service did not give. */
export function readReference(reference: string): PaymentMark | null {
  const [merchantId, paymentId, ...rest] = reference.split("-");
  return rest.length > 0 ? null : readMark({ merchant_id: merchantId, payment_id: paymentId });
}
