import { z } from "zod";
import { opsRefundSchema, transactionRecordSchema } from "./responses";
import { PAYMENT_ALERTS } from "./payment-alerts";
import { PAYMENT_WEBHOOK_EVENTS, REFUND_ALERTS, REFUND_WEBHOOK_EVENTS } from "./webhook-constants";

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

/** The body of a refund's webhook. */
export const refundWebhookSchema = z.looseObject({
  type: z.enum(REFUND_WEBHOOK_EVENTS),
  timestamp: z.string().meta({ description: "When it happened, ISO 8601." }),
  data: opsRefundSchema.extend({
    sequence: z
      .int()
      .meta({ description: "Grows over the events of one refund; ignore what is lower than seen." }),
    currency: z.string(),
    test: z.boolean(),
    alert: z
      .looseObject({ kind: z.enum(REFUND_ALERTS) })
      .optional()
      .meta({
        description: "Only of refund.alert: what the gateway reports after the final status, which stays.",
      }),
  }),
});
