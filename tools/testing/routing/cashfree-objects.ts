import { randomBytes } from "node:crypto";
import { z } from "zod";

/** The fields of Cashfree's entities, by the types of its SDK `cashfree-pg` 6.0.6, that a caller could read. */
export type LinkEntity = {
  cf_link_id: string;
  link_id: string;
  link_status: "ACTIVE" | "PAID" | "EXPIRED" | "CANCELLED";
  link_currency: string;
  link_amount: number;
  link_amount_paid: number;
  link_partial_payments: boolean;
  link_purpose: string;
  link_created_at: string;
  link_expiry_time: string;
  link_url: string;
  link_notes: Record<string, string>;
  customer_details: { customer_phone: string; customer_email?: string };
};
export type OrderEntity = {
  cf_order_id: string;
  order_id: string;
  entity: "order";
  order_status: "ACTIVE" | "PAID" | "EXPIRED" | "TERMINATED" | "TERMINATION_REQUESTED";
  order_currency: string;
  order_amount: number;
  created_at: string;
  order_tags: { link_id: string };
};
export type ErrorDetails = {
  error_code: string;
  error_description: string;
  error_reason?: string;
  error_source?: string;
};
export type PaymentEntity = {
  cf_payment_id: string;
  order_id: string;
  entity: "payment";
  payment_status: "SUCCESS" | "FAILED" | "USER_DROPPED" | "PENDING";
  payment_amount: number;
  payment_currency: string;
  payment_time: string;
  payment_message: string;
  error_details: ErrorDetails | null;
};
export type RefundEntity = {
  cf_refund_id: string;
  refund_id: string;
  order_id: string;
  entity: "refund";
  refund_amount: number;
  refund_currency: string;
  refund_status: "SUCCESS" | "PENDING" | "CANCELLED" | "ONHOLD" | "FAILED";
  refund_type: "MERCHANT_INITIATED";
};

/** An amount has at most two decimals. */
const rupees = z.number().refine((amount) => /^\d+(\.\d{1,2})?$/.test(String(amount)));
const ourId = (limit: number): z.ZodString => z.string().regex(new RegExp(`^[A-Za-z0-9_-]{1,${limit}}$`));

/** The names, types and limits that the SDK's types and the reference document for the request of a link. */
export const linkRequest = z.strictObject({
  link_id: ourId(50),
  link_amount: rupees.min(1),
  link_currency: z.literal("INR"),
  link_purpose: z.string().min(1).max(500),
  link_partial_payments: z.boolean(),
  link_expiry_time: z.iso.datetime({ offset: true }),
  link_auto_reminders: z.boolean(),
  link_notify: z.strictObject({ send_sms: z.boolean(), send_email: z.boolean() }),
  link_notes: z.record(z.string(), z.string()).refine((notes) => Object.keys(notes).length <= 5),
  link_meta: z.strictObject({
    return_url: z.url().max(250),
    payment_methods: z
      .string()
      .regex(/^(cc|dc|ccc|ppc|nb|upi|paypal|app)(,(cc|dc|ccc|ppc|nb|upi|paypal|app))*$/)
      .optional(),
  }),
  customer_details: z.strictObject({
    customer_phone: z.string().regex(/^(\d{10}|\+\d{10,15})$/),
    customer_email: z.email().optional(),
  }),
});
export const refundRequest = z.strictObject({
  refund_id: ourId(40),
  refund_amount: rupees.positive(),
  refund_speed: z.enum(["STANDARD", "INSTANT"]),
});
export const terminateRequest = z.strictObject({ order_status: z.literal("TERMINATED") });

export function newLink(request: z.infer<typeof linkRequest>, baseUrl: string): LinkEntity {
  const { link_id, link_amount, link_currency, link_partial_payments, link_purpose } = request;
  const { link_expiry_time, link_notes, customer_details } = request;
  return {
    cf_link_id: newCashfreeId(),
    link_id,
    link_status: "ACTIVE",
    link_currency,
    link_amount,
    link_amount_paid: 0,
    link_partial_payments,
    link_purpose,
    link_created_at: new Date().toISOString(),
    link_expiry_time,
    // Cashfree's own code, whatever the link's id.
    link_url: `${baseUrl}/links/${randomBytes(6).toString("hex")}`,
    link_notes,
    customer_details: {
      customer_phone: customer_details.customer_phone,
      ...(customer_details.customer_email === undefined
        ? {}
        : { customer_email: customer_details.customer_email }),
    },
  };
}

export function newOrder({ link_id, link_amount, link_currency }: LinkEntity): OrderEntity {
  return {
    cf_order_id: newCashfreeId(),
    order_id: `CFPay_${randomBytes(6).toString("hex")}_${randomBytes(5).toString("hex")}`,
    entity: "order",
    order_status: "ACTIVE",
    order_currency: link_currency,
    order_amount: link_amount,
    created_at: new Date().toISOString(),
    order_tags: { link_id },
  };
}

/** The statuses that the SDK documents for every call, each with what it calls the error. */
const DOCUMENTED_ERRORS = [
  [400, "invalid_request_error"],
  [401, "authentication_error"],
  [404, "invalid_request_error"],
  [409, "invalid_request_error"],
  [422, "idempotency_error"],
  [429, "rate_limit_error"],
  [500, "api_error"],
  [502, "api_error"],
] as const;

/** The codes of the documentation's page on errors that a call of ours could meet. It does not say which call has which. */
const DOCUMENTED_CODES =
  `order_amount_invalid order_inactive customer_email_invalid customer_phone_invalid version_invalid
  order_id_invalid order_expiry_time_invalid order_id_not_paid order_id_voided refund_amount_invalid refund_id_invalid
  refund_invalid refund_unsupported refund_id_missing refund_post_failed refund_get_not_found payment_method_invalid
  payment_gateway_inactive payment_amount_invalid order_already_paid bank_processing_failure api_request_timeout
  api_request_failed Paymentlink_create_failed link_post_failed link_get_not_found order_get_not_found
  order_id_post_not_found resource_post_not_found resource_get_not_found request_failed request_invalid
  order_already_exists order_id_already_exists feature_not_enabled authentication_error`.split(/\s+/);

/** Every documented error, with each code; with nothing in it, because its types call every field optional; with more. */
export function documentedErrors(): { status: number; body: object }[] {
  const message = "The double refuses ravi@example.com, 9000090000.";
  return DOCUMENTED_ERRORS.flatMap(([status, type]) => [
    { status, body: {} },
    { status, body: { message, code: null, type } },
    {
      status,
      body: { message, help: "Check the logs.", code: "added_since", type: "added_since", added: [1] },
    },
    ...DOCUMENTED_CODES.map((code) => ({ status, body: { message, code, type } })),
  ]);
}

/** Cashfree's ids are digits. */
export function newCashfreeId(): string {
  return String(randomBytes(6).readUIntBE(0, 6));
}
