import { z } from "zod";
import { transactionRecordSchema } from "./responses";
import { PAYMENT_ALERTS } from "./payment-alerts";
import { PAYMENT_WEBHOOK_EVENTS } from "./webhook-constants";

/** The body of a payment's webhook, for merchants. */
export const paymentWebhookSchema = z.looseObject({
  type: z.enum(PAYMENT_WEBHOOK_EVENTS),
  timestamp: z.string().meta({ description: "When it happened, ISO 8601." }),
  data: transactionRecordSchema.extend({
    sequence: z.int().meta({
      description: "Grows over all events of one merchant reference; ignore what is lower than seen.",
    }),
    completed_at: z.string().nullable(),
    alert: z
      .looseObject({
        kind: z.enum(PAYMENT_ALERTS),
        dispute_id: z.string().nullable(),
        amount: z.string().nullable(),
        currency: z.string().nullable(),
        reason: z.string().nullable().meta({ description: "The gateway's own words." }),
      })
      .optional()
      .meta({ description: "Only of payment.alert: what the gateway reports of the money." }),
  }),
});
export type PaymentWebhook = z.infer<typeof paymentWebhookSchema>;
