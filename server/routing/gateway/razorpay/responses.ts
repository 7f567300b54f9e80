import { z } from "zod";
import { GatewayUnavailable } from "../port";

/**
 * The fields read from Razorpay's responses; the SDK checks none of them. The SDK puts ids into paths without encoding
 * them, so only a well-formed id is accepted.
 */
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9]+$`));
export const refundId = idOf("rfnd");
const paymentId = idOf("pay");
/** An explanation. A value of another type counts as absent: it must not make the status of the money unreadable. */
const optionalText = z.string().nullish().catch(null);

/** An object, an empty array when there are none, or pairs: Razorpay's documentation shows all three. */
export const notes = z.union([
  z.record(z.string(), z.coerce.string()),
  z
    .array(z.object({ key: z.string(), value: z.coerce.string() }))
    .transform((pairs): Record<string, string> =>
      Object.fromEntries(pairs.map(({ key, value }) => [key, value])),
    ),
  z.null().transform((): Record<string, string> => ({})),
]);

export const linkSchema = z.object({
  id: idOf("plink"),
  status: z.string(),
  short_url: z.string().min(1),
  reference_id: z.string().nullish(),
  amount: z.number(),
  currency: z.string(),
  payments: z.array(z.object({ payment_id: paymentId, status: z.string() })).nullish(),
});
export type RazorpayLink = z.infer<typeof linkSchema>;
export const linkListSchema = z.object({ payment_links: z.array(linkSchema) });

export const paymentSchema = z.object({
  entity: z.literal("payment"),
  id: paymentId,
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  amount_refunded: z.number().nullish(),
  error_code: optionalText,
  error_reason: optionalText,
  error_source: optionalText,
  error_description: optionalText,
});
export type RazorpayPayment = z.infer<typeof paymentSchema>;

export const refundSchema = z.object({
  entity: z.literal("refund"),
  id: refundId,
  status: z.string(),
  notes: notes.optional(),
});
export type RazorpayRefund = z.infer<typeof refundSchema>;
export const refundListSchema = z.object({ entity: z.literal("collection"), items: z.array(refundSchema) });

/** A response in another shape is treated as no response: the outcome stays unknown. */
export function readResponse<T>(schema: z.ZodType<T>, response: unknown): T {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  throw new GatewayUnavailable("Razorpay gave no usable answer: the body has another shape");
}
