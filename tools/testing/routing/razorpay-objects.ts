import { randomBytes } from "node:crypto";
import { z } from "zod";

/** The documented fields of Razorpay's entities that a caller could read. */
export type LinkEntity = {
  id: string;
  status: "created" | "paid" | "cancelled" | "expired";
  short_url: string;
  reference_id: string;
  amount: number;
  amount_paid: number;
  currency: string;
  notes: Record<string, string>;
  payments: { payment_id: string; status: "captured" | "failed"; amount: number; method: string }[] | null;
};
export type PaymentEntity = {
  id: string;
  entity: "payment";
  status: "captured" | "refunded" | "failed";
  amount: number;
  currency: string;
  amount_refunded: number;
  notes: Record<string, string> | [];
  error_code?: string;
  error_description?: string;
  error_reason?: string;
  error_source?: string;
};
export type RefundEntity = {
  id: string;
  entity: "refund";
  amount: number;
  currency: string;
  payment_id: string;
  notes: Record<string, string> | [];
  receipt: string | null;
  status: "pending" | "processed" | "failed";
};

/** The names, types and limits that the reference documents for the request of a link. */
export const linkRequest = z.strictObject({
  amount: z.int().positive(),
  currency: z.string().length(3),
  accept_partial: z.boolean(),
  reference_id: z.string().max(40),
  description: z.string().max(2048),
  expire_by: z.int(),
  customer: z.strictObject({
    name: z.string().optional(),
    email: z.email().optional(),
    contact: z.string().min(7).optional(),
  }),
  notify: z.strictObject({ sms: z.boolean(), email: z.boolean() }),
  reminder_enable: z.boolean(),
  notes: z.record(z.string(), z.string().max(256)),
  callback_url: z.url(),
  callback_method: z.literal("get"),
  options: z
    .strictObject({ checkout: z.strictObject({ method: z.record(z.string(), z.enum(["0", "1"])) }) })
    .optional(),
});

export const refundRequest = z.strictObject({
  amount: z.int().min(100),
  speed: z.enum(["normal", "optimum"]),
  notes: z.record(z.string(), z.string().max(256)),
});

export function newLink(request: z.infer<typeof linkRequest>, baseUrl: string): LinkEntity {
  const id = newRazorpayId("plink");
  const { reference_id, amount, currency, notes } = request;
  const short_url = `${baseUrl}/i/${id}`;
  return {
    id,
    status: "created",
    short_url,
    reference_id,
    amount,
    amount_paid: 0,
    currency,
    notes,
    payments: null,
  };
}

export function newRazorpayId(prefix: "plink" | "pay" | "rfnd"): string {
  return `${prefix}_${randomBytes(7).toString("hex")}`;
}
