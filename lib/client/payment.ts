import { z } from "zod";
import { initiatePaymentResponseSchema } from "../contract/responses";
import type { PaymentMethod } from "../contract/statuses";

/** The request body of a new payment, with the wire's names (specification 4.1). */
export type InitiatePaymentRequest = {
  merchant_transaction_id: string;
  /** Follows the grammar of decision 0025, "1499.00"; sent exactly as hashed (specification 4.1, rule 2). */
  transaction_amount: string;
  customer_details: {
    customer_email?: string;
    customer_phone?: string;
    customer_name?: string;
  };
  currency?: string;
  payment_method?: PaymentMethod;
  card_scheme?: string;
  issuing_bank?: string;
  udf1?: string;
  udf2?: string;
  udf3?: string;
  surl?: string;
  furl?: string;
};

/**
 * Branch on `success`: `false` is a response too. The payment exists with status FAILURE and without a link, because no
 * gateway opened a checkout (specification 4.1, rule 1; decision 0031).
 */
export const initiatedPaymentSchema = z.union([
  initiatePaymentResponseSchema.extend({ success: z.literal(true), payment_link: z.string().min(1) }),
  initiatePaymentResponseSchema.extend({ success: z.literal(false), payment_link: z.undefined().optional() }),
]);
export type InitiatedPayment = z.infer<typeof initiatedPaymentSchema>;
