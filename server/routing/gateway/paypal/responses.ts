import { z } from "zod";
import { optionalText } from "../json-client";

/** The fields read from PayPal's responses. Statuses are plain strings, because PayPal adds new ones. */
export const paypalId = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
const money = z.object({ currency_code: z.string(), value: z.string() });
const links = z.array(z.object({ rel: z.string(), href: z.string() })).nullish();

const captureFields = z.object({
  id: paypalId,
  status: z.string(),
  amount: money,
  status_details: z.looseObject({ reason: optionalText }).nullish().catch(null),
  processor_response: z.looseObject({ response_code: optionalText }).nullish().catch(null),
});
export type PayPalCapture = z.infer<typeof captureFields>;

export const captureSchema = captureFields.extend({
  supplementary_data: z
    .looseObject({ related_ids: z.looseObject({ order_id: optionalText }).nullish().catch(null) })
    .nullish()
    .catch(null),
});

export const refundSchema = z.object({ id: paypalId, status: z.string(), custom_id: optionalText });
export type PayPalRefund = z.infer<typeof refundSchema>;

export const orderSchema = z.object({
  id: paypalId,
  status: z.string(),
  intent: optionalText,
  update_time: optionalText,
  links,
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({
            captures: z.array(captureFields).nullish(),
            refunds: z.array(refundSchema).nullish(),
          })
          .nullish(),
      }),
    )
    .nullish(),
});
export type PayPalOrder = z.infer<typeof orderSchema>;

export const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

export const errorSchema = z.looseObject({
  name: z.string(),
  debug_id: optionalText,
  details: z
    .array(z.looseObject({ issue: optionalText, description: optionalText }))
    .nullish()
    .catch(null),
});
