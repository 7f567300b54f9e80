import { z } from "zod";
import { optionalText } from "../json-client";

/**
 * The fields read from Cashfree's responses. Its types call every field optional: what is needed is required here.
 * Statuses are plain strings, because Cashfree may add some. Amounts stay unknown until `readRupees` has read them.
 */
export const cashfreeId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

export const linkSchema = z.object({
  link_id: cashfreeId,
  link_status: z.string(),
  link_url: z.url(),
  link_amount: z.unknown(),
  link_currency: z.string(),
  link_amount_paid: z.unknown(),
});
export type CashfreeLink = z.infer<typeof linkSchema>;

export const orderSchema = z.object({
  order_id: cashfreeId,
  order_status: z.string(),
  order_amount: z.unknown(),
  order_currency: z.string(),
  created_at: optionalText,
});
export type CashfreeOrder = z.infer<typeof orderSchema>;
export const orderListSchema = z.array(orderSchema);

/** Attempts to pay an order. They only explain: of the money, the order's own status counts. */
export const paymentListSchema = z.array(
  z.object({
    payment_status: z.string(),
    payment_time: optionalText,
    payment_message: optionalText,
    error_details: z
      .looseObject({ error_code: optionalText, error_reason: optionalText, error_description: optionalText })
      .nullish()
      .catch(null),
  }),
);
export type CashfreePayment = z.infer<typeof paymentListSchema>[number];

export const refundSchema = z.object({
  order_id: cashfreeId,
  refund_id: cashfreeId,
  refund_status: z.string(),
  refund_amount: z.unknown(),
  status_description: optionalText,
});
export type CashfreeRefund = z.infer<typeof refundSchema>;
export const refundListSchema = z.array(refundSchema);

export const errorSchema = z.looseObject({ code: z.string(), type: optionalText, message: z.string() });
