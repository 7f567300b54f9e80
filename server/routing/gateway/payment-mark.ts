import { z } from "zod";

/**
 * How a vendor's objects name the payment that they belong to: metadata at Stripe, notes at Razorpay and Cashfree, a
 * reference at Adyen and PayPal. They are also read from notifications, where the signature covers them.
 */
export type PaymentMark = { merchantId: number; paymentId: string };

export function markOf(payment: PaymentMark): { merchant_id: string; payment_id: string } {
  return { merchant_id: String(payment.merchantId), payment_id: payment.paymentId };
}

/** The maximum of the database's column. */
const MAX_MERCHANT_ID = 2_147_483_647;

const markSchema = z.object({
  merchant_id: z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/)
    .transform((digits) => parseInt(digits, 10))
    .refine((id) => id <= MAX_MERCHANT_ID),
  payment_id: z.string().regex(/^[A-Za-z0-9]{1,255}$/),
});

/** Null for an object that this service did not create: a vendor's account may serve other systems too. */
export function readMark(fields: unknown): PaymentMark | null {
  const parsed = markSchema.safeParse(fields);
  if (!parsed.success) return null;
  return { merchantId: parsed.data.merchant_id, paymentId: parsed.data.payment_id };
}

/**
 * The mark in one text, for vendors that sign a reference and no metadata, or have a single field for ours: at most 46
 * characters (decision 0030).
 */
export function referenceOf({ merchantId, paymentId }: PaymentMark): string {
  return `${merchantId}-${paymentId}`;
}

/** Null for a reference that this service did not give. */
export function readReference(reference: string | null | undefined): PaymentMark | null {
  const [merchantId, paymentId, ...rest] = (reference ?? "").split("-");
  return rest.length > 0 ? null : readMark({ merchant_id: merchantId, payment_id: paymentId });
}
