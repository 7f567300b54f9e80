import { z } from "zod";
import { REFUND_FAILURES } from "./refund-failures";
import { PAYMENT_STATUSES, REFUND_STATUSES } from "./statuses";

const ZONELESS_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/;

/**
 * What the service returns (specification 2, 4 and 7), for any client. Objects are loose: a service may send more than
 * the specification lists, and a client must not break on it.
 */
export const amountText = z
  .string()
  .regex(/^[0-9]{1,13}\.[0-9]{2}$/)
  .meta({ description: "Two decimals, like 1499.00." });
/** A time without a zone is UTC, whatever the zone of the process that reads it. */
export const timestampText = z
  .string()
  .transform((text) => (ZONELESS_TIME.test(text) ? `${text.replace(" ", "T")}Z` : text))
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .meta({ format: "date-time" });
const optionalText = z
  .string()
  .nullish()
  .transform((text) => text ?? null);

/** Absent from services that do not report it. */
const testMark = z
  .boolean()
  .optional()
  .meta({ description: "True where the payment is the simulator's: no money is moved. Never ship on it." });

/** One payment; other services may leave the udf fields out (specification 2.1). */
export const transactionRecordSchema = z.looseObject({
  transaction_id: z.string().min(1).meta({ description: "TXN, the UTC date, and the millisecond." }),
  merchant_transaction_id: z.string().min(1).meta({ description: "Your reference." }),
  transaction_amount: amountText,
  transaction_status: z.enum(PAYMENT_STATUSES).meta({ description: "Only SUCCESS means paid." }),
  transaction_date_time: timestampText.meta({ description: "When the record was created." }),
  gateway_transaction_id: optionalText.meta({
    description: "The gateway's own reference, once there is one.",
  }),
  currency: z.string().regex(/^[A-Z]{3}$/),
  udf1: optionalText.meta({ description: "As it was sent; null when it was not." }),
  udf2: optionalText,
  udf3: optionalText,
  test: testMark,
});
export type TransactionRecord = z.infer<typeof transactionRecordSchema>;

export const transactionStatusResponseSchema = z.array(transactionRecordSchema).min(1);

/** `payment_link` is absent when no gateway opened a checkout (specification 4.1, rule 1). */
export const initiatePaymentResponseSchema = z.looseObject({
  success: z
    .boolean()
    .meta({ description: "False when no gateway could open a checkout: look here, not at the status." }),
  payment_link: z
    .string()
    .optional()
    .meta({ description: "Where to send the customer; absent when success is false." }),
  transaction_id: z.string().min(1),
  merchant_transaction_id: z.string().min(1),
  message: z.string(),
});

/** The response to a cancellation (specification 4.3). */
export const cancelResponseSchema = z.looseObject({ success: z.boolean(), message: z.string() });

/** The response to an accepted refund (specification 4.4). */
export const initiateRefundResponseSchema = z.looseObject({
  success: z.literal(true),
  refund_id: z.string().min(1),
  transaction_id: z.string().min(1),
  merchant_transaction_id: z.string().min(1),
  refund_amount: amountText,
  refund_status: z.enum(REFUND_STATUSES),
});

/** One refund (specification 2.2). */
export const refundRecordSchema = z.looseObject({
  refund_id: z.string().min(1).meta({ description: "RFD, the UTC date, and the millisecond." }),
  transaction_id: z.string().min(1).meta({ description: "The payment that is refunded." }),
  merchant_transaction_id: z.string().min(1).meta({ description: "Your reference of that payment." }),
  refund_amount: amountText,
  refund_status: z.enum(REFUND_STATUSES),
  gateway_refund_id: optionalText.meta({ description: "The gateway's own reference, once there is one." }),
  refund_reason: optionalText,
  refund_requested_at: timestampText,
  refund_completed_at: timestampText
    .nullish()
    .transform((text) => text ?? null)
    .meta({ description: "Set in SUCCESS and FAILURE alone: poll until it is." }),
  refund_succeeded_late_at: timestampText.optional().meta({
    description:
      "There only for a FAILURE that the gateway paid after all: when that was found. Its amount counts as refunded.",
  }),
});
export type RefundRecord = z.infer<typeof refundRecordSchema>;
/** A refund as a service writes it. */
export type WrittenRefund = z.input<typeof refundRecordSchema>;

/** Why a refund failed, or, while it is not final, why its gateway does not accept it yet. */
const refundFailureSchema = z.looseObject({
  // A later version may have others.
  reason: z.enum(REFUND_FAILURES).catch("unknown").meta({ description: "The same for all gateways." }),
  code: optionalText.meta({ description: "The gateway's own code." }),
  message: optionalText.meta({ description: "The gateway's own words, cleaned, for people." }),
});

export const refundFailureField = refundFailureSchema
  .nullish()
  .transform((failure) => failure ?? null)
  .meta({
    description:
      "Why it failed, or, while it is not final, why the gateway does not accept it yet: then it is sent again. Null otherwise.",
  });

/** A refund in the ops extension. */
export const opsRefundSchema = refundRecordSchema.extend({ failure: refundFailureField });
export type OpsRefund = z.infer<typeof opsRefundSchema>;

/** The response with one refund (specification 4.5). */
export const refundStatusResponseSchema = refundRecordSchema.extend({ success: z.literal(true) });

/** The four shapes of a refusal (specification 7). */
export const authErrorSchema = z.looseObject({ detail: z.string() });
export const messageErrorSchema = z.looseObject({ success: z.literal(false), message: z.string() });
export const messageDataErrorSchema = z.looseObject({
  success: z.literal(false),
  message: z.string(),
  data: z.null(),
});
export const fieldListErrorSchema = z.looseObject({
  success: z.literal(false),
  message: z.array(z.record(z.string(), z.string())),
});

/** The ops extension's refusals; `faults` when fields are invalid. */
export const opsErrorSchema = z.looseObject({
  detail: z.string().meta({ description: "What is wrong and what to do, for people." }),
  faults: z
    .array(z.looseObject({ field: z.string(), text: z.string() }))
    .optional()
    .meta({ description: "Every field at fault, by its path." }),
});

/** `GET /v1/ops/capabilities` (decision 0040). */
export const capabilitiesResponseSchema = z.looseObject({
  version: z.number().int(),
  idempotency: z.boolean(),
  operations: z.array(z.string()),
  merchant_id: z.string().min(1).max(200).optional().meta({
    description: "Names your merchant at this service, whatever its address: the same after a restore.",
  }),
  test_only: z.boolean().optional().meta({
    description: "True while no gateway that your merchant can use moves money.",
  }),
});

/**
 * `POST /v1/ops/refunds/balance`. For a paid payment, `transaction_amount` = `refunded_amount` + `in_progress_amount` +
 * `remaining_amount`. Failed refunds are in none of them, except those that the gateway paid late: they are in
 * `refunded_amount`, which may exceed the paid amount when the same amount was refunded again before. The remaining
 * amount of an unpaid payment is zero.
 */
export const refundBalanceResponseSchema = z.looseObject({
  transaction_id: z.string().min(1),
  merchant_transaction_id: z.string().min(1),
  transaction_status: z.enum(PAYMENT_STATUSES),
  currency: z.string(),
  transaction_amount: amountText,
  refunded_amount: amountText,
  in_progress_amount: amountText,
  remaining_amount: amountText,
  gateway: optionalText.meta({
    description: "Where it was paid; null until a gateway has opened a checkout.",
  }),
  test: testMark,
  alert: z.string().nullish().meta({
    description:
      "Whether the money of a paid payment may be gone: the gateway has none for it any more (charge_missing), it was taken back (charged_back), or is demanded back (disputed). Null when nothing of the kind is known.",
  }),
});
export type RefundBalance = z.infer<typeof refundBalanceResponseSchema>;

/** `POST /v1/ops/refunds/search`: newest first; `next_cursor` is null on the last page. */
export const refundSearchResponseSchema = z.looseObject({
  refunds: z.array(opsRefundSchema),
  next_cursor: z.string().nullable(),
});
