import { z } from "zod";
import { transactionRecordSchema } from "./responses";
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
  }),
});
export type PaymentWebhook = z.infer<typeof paymentWebhookSchema>;
