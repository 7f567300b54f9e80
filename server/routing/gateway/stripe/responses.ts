import { z } from "zod";
import { GatewayUnavailable } from "../port";

/**
 * The fields read from Stripe's responses. The SDK does not check bodies against its types: a proxy's 503 page that
 * happens to be JSON would pass for a session. Statuses are plain strings, because Stripe adds new ones.
 */
const id = z.string().min(1);
/** An explanation. A value of another type counts as absent: it must not make the status of the money unreadable. */
const optionalText = z.string().nullish().catch(null);
const metadata = z.record(z.string(), z.string()).nullish();

const intentSchema = z.object({
  object: z.literal("payment_intent"),
  id,
  status: z.string(),
  amount_received: z.number(),
  currency: z.string(),
  last_payment_error: z
    .looseObject({
      code: optionalText,
      decline_code: optionalText,
      message: optionalText,
    })
    .nullable(),
});
export type StripeIntent = z.infer<typeof intentSchema>;

export const sessionSchema = z.object({
  object: z.literal("checkout.session"),
  id,
  status: z.string(),
  url: z.string().nullish(),
  payment_status: z.string(),
  payment_intent: z.union([intentSchema, z.string()]).nullable(),
});
export type StripeSession = z.infer<typeof sessionSchema>;

export const refundSchema = z.object({
  object: z.literal("refund"),
  id,
  status: z.string().nullable(),
  amount: z.number(),
  metadata,
  failure_reason: optionalText,
});
export type StripeRefund = z.infer<typeof refundSchema>;

export const refundListSchema = z.object({
  object: z.literal("list"),
  has_more: z.boolean(),
  data: z.array(refundSchema),
});

export const eventSchema = z.object({
  object: z.literal("event"),
  id,
  type: z.string(),
  // The object may be of any kind: a balance has no id. Only sessions, intents and refunds are read further.
  data: z.object({ object: z.looseObject({ metadata: metadata.catch(null) }) }),
});
export type StripeEvent = z.infer<typeof eventSchema>;

/** A response in another shape is treated as no response: the outcome stays unknown. */
export function readResponse<T>(schema: z.ZodType<T>, response: unknown): T {
  const parsed = schema.safeParse(response);
  if (parsed.success) return parsed.data;
  throw new GatewayUnavailable("Stripe gave no usable answer: the body has another shape");
}
