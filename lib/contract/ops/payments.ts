import { z } from "zod";
import { AVOIDABILITIES, DECLINE_REASONS } from "../decline-reasons";
import { MONEY_STATES, OPEN_ALERTS } from "../payment-alerts";
import {
  amountText,
  refundBalanceResponseSchema,
  opsRefundSchema,
  timestampText,
  transactionRecordSchema,
} from "../responses";
import { PAYMENT_METHODS, PAYMENT_STATUSES } from "../statuses";
import {
  amountField,
  cursorField,
  identifierField,
  instantField,
  limitField,
  nextCursorField,
} from "./fields";
import { kindFields } from "./kind-fields";
import type { OpsOperations } from "./operation";
import { PAYMENT_RATE_OPERATIONS } from "./payment-rates";
import { atMostDays, inOrder, listOf, timeZoneField } from "./query-fields";
import { routingDecisionSchema } from "./rules";
import { REVERSAL_OPERATIONS, reversalSchema } from "./reversals";

/** The units that `payments.counts` groups by, and the longest period in days for each. */
const COUNT_BUCKETS = { hour: 31, day: 366, week: 1_827, month: 3_653 } as const;

const customerSchema = z.looseObject({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  name: z.string().nullable(),
});

const DAY_MS = 24 * 60 * 60 * 1000;
/** The longest period of `payments.declines`, in days. */
const MAX_DECLINE_DAYS = 31;

/** A payment in a list: what the merchant's own code sees of it, plus what operators need. The contact is masked. */
const paymentItemSchema = transactionRecordSchema.extend({
  attempt: z.int().meta({ description: "1 for the first record of the reference; each retry counts on." }),
  gateway: z.string().nullable().meta({ description: "Null until a gateway has opened a checkout." }),
  payment_method: z.enum(PAYMENT_METHODS).nullable().meta({ description: "What the merchant requested." }),
  paid_method: z
    .enum(PAYMENT_METHODS)
    .nullable()
    .meta({ description: "What the customer paid with, if known." }),
  card_scheme: z.string().nullable(),
  issuing_bank: z.string().nullable(),
  link_issued_at: timestampText.nullable().meta({ description: "When the payment link went out." }),
  expires_at: timestampText.meta({ description: "Until when it can be paid." }),
  completed_at: timestampText.nullable().meta({ description: "When it left INITIATED; null until then." }),
  refunded_amount: amountText.meta({ description: "Refunds that have succeeded." }),
  in_progress_amount: amountText.meta({ description: "Refunds that have not ended yet." }),
  remaining_amount: amountText.meta({ description: "What can still be refunded; 0.00 unless it was paid." }),
  decline_reason: z
    .string()
    .nullish()
    .meta({
      description: `Why it was not paid, the same for all gateways: ${DECLINE_REASONS.join(", ")}; more may be added. Null unless it failed or was dropped, and where no gateway opened a checkout.`,
    }),
  alert: z
    .string()
    .nullish()
    .meta({
      description: `Whether the money of a paid payment may be gone: ${OPEN_ALERTS.join(", ")}; more may be added. Null if not.`,
    }),
  masked_customer: customerSchema
    .optional()
    .meta({ description: 'The customer, masked: "a•••@e•••.com". Only `payments.get` returns the contact.' }),
});
export type PaymentItem = z.input<typeof paymentItemSchema>;

const textFilter = (what: string): z.ZodOptional<z.ZodNullable<typeof identifierField>> =>
  identifierField.nullish().meta({ description: `Only payments with exactly this ${what}.` });

const MONEY_STATE_FAULT = `Must be a list of some of ${MONEY_STATES.join(", ")}.`;
/** How many payments a search may name. */
export const MAX_NAMED_PAYMENTS = 1_000;

const transactionIds = z
  .array(identifierField, "Must be a list of transaction ids.")
  .max(MAX_NAMED_PAYMENTS, `Must be at most ${MAX_NAMED_PAYMENTS} transaction ids.`)
  .nullish();

const searchRequest = z
  .strictObject({
    status: listOf(PAYMENT_STATUSES).meta({ description: "Only payments in one of these states." }),
    created_from: instantField.nullish().meta({ description: "Created at or after this time." }),
    created_until: instantField.nullish().meta({ description: "Created before this time." }),
    money_state: z
      .array(z.enum(MONEY_STATES, MONEY_STATE_FAULT), MONEY_STATE_FAULT)
      .max(MONEY_STATES.length, MONEY_STATE_FAULT)
      .nullish()
      .meta({
        description:
          "Of paid payments only those of which this is true: disputed, or else, by what succeeded and what has not ended, refunded, " +
          "partly_refunded, refund_in_progress or paid. With an empty list none, but those of or_transaction_ids.",
      }),
    or_transaction_ids: transactionIds.meta({
      description: "With money_state: these paid payments as well, whatever is true of them.",
    }),
    amount_min: amountField.nullish().meta({ description: "At least this amount, in whatever currency." }),
    amount_max: amountField.nullish().meta({ description: "At most this amount, in whatever currency." }),
    payment_method: z.enum(PAYMENT_METHODS, `Must be one of ${PAYMENT_METHODS.join(", ")}.`).nullish(),
    ...kindFields,
    gateway: textFilter("gateway"),
    decline_reason: listOf(DECLINE_REASONS).meta({
      description: "Only payments that were not paid for one of these reasons.",
    }),
    avoidability: listOf(AVOIDABILITIES).meta({
      description:
        "Only payments that were not paid for a reason that another gateway may not have (mendable), every gateway has (unavoidable), or nobody knows (unknown).",
    }),
    merchant_transaction_id: textFilter("merchant reference"),
    reference_prefix: identifierField
      .nullish()
      .meta({ description: "Only payments whose merchant reference begins with this, letter by letter." }),
    reference_prefix_any_case: identifierField
      .nullish()
      .meta({ description: "The same, whatever the case of the letters A to Z." }),
    transaction_id: textFilter("transaction id"),
    transaction_ids: transactionIds.meta({ description: "Only these payments." }),
    gateway_transaction_id: textFilter("id at the gateway"),
    udf1: textFilter("udf1"),
    udf2: textFilter("udf2"),
    udf3: textFilter("udf3"),
    customer_email: textFilter("e-mail address, as the merchant wrote it"),
    customer_phone: textFilter("phone number"),
    cursor: cursorField,
    limit: limitField,
  })
  .check(inOrder("created_from", "created_until"));

const declinesRequest = z
  .strictObject({
    from: instantField.meta({ description: "Payments created at or after this time." }),
    until: instantField.meta({ description: `Before this time; at most ${MAX_DECLINE_DAYS} days later.` }),
  })
  .check(inOrder("from", "until"))
  .check(atMostDays(MAX_DECLINE_DAYS));

const countsRequest = z
  .strictObject({
    from: instantField.meta({ description: "Payments created at or after this time." }),
    until: instantField.meta({ description: "Payments created before this time." }),
    bucket: z.enum(["hour", "day", "week", "month"], "Must be one of hour, day, week, month.").meta({
      description: Object.entries(COUNT_BUCKETS)
        .map(([bucket, days]) => `${bucket}: at most ${days} days between from and until`)
        .join("; "),
    }),
    time_zone: timeZoneField.meta({
      description: 'Where days and hours begin: an IANA name, like "Asia/Kolkata".',
    }),
    split_by: z
      .enum(["gateway", "payment_method"], "Must be gateway or payment_method.")
      .nullish()
      .meta({ description: "Counts each gateway or method apart." }),
  })
  .check(inOrder("from", "until"))
  .check((context) => {
    const { from, until, bucket } = context.value;
    const days = (Date.parse(until) - Date.parse(from)) / DAY_MS;
    if (days <= COUNT_BUCKETS[bucket]) return;
    context.issues.push({
      code: "custom",
      path: ["until"],
      message: `Must be at most ${COUNT_BUCKETS[bucket]} days after from when the bucket is ${bucket}.`,
      input: until,
    });
  });

const paymentDetailSchema = z.looseObject({
  payment: paymentItemSchema,
  customer: customerSchema,
  surl: z.string().nullable(),
  furl: z.string().nullable(),
  payment_link: z.string().nullable().meta({
    description:
      "Where it can be paid, or tried again after FAILURE and DROP; null when neither is possible, and for a key that cannot create payments.",
  }),
  balance: refundBalanceResponseSchema,
  attempts: z
    .array(paymentItemSchema)
    .meta({ description: "Every record of the reference, this one too, newest first; at most 200." }),
  events: z
    .array(
      z.looseObject({
        kind: z
          .string()
          .meta({ description: "initiated, succeeded, failed, dropped, cancelled, and others." }),
        at: timestampText,
        detail: z.record(z.string(), z.unknown()),
      }),
    )
    .meta({ description: "What happened to it, in order; the first 500." }),
  refunds: z.array(opsRefundSchema).meta({
    description: "Newest first; at most 200, while `refunds.search` has them all.",
  }),
  reversals: z.array(reversalSchema).meta({
    description: "Money that came too late and goes back; at most 200.",
  }),
  routing_decision: routingDecisionSchema.meta({
    description: "How each rule was evaluated, and which gateways were tried.",
  }),
  failure: z
    .looseObject({
      code: z.string().nullable().meta({
        description: "The gateway's own code; `decline_reason` of the payment says what it means.",
      }),
      message: z.string().nullable().meta({ description: "The gateway's own message." }),
    })
    .nullish()
    .meta({ description: "Why the customer's last attempt failed; null when the gateway gave no reason." }),
});

export const PAYMENT_OPERATIONS = {
  "payments.search": {
    method: "POST",
    path: "/v1/ops/payments/search",
    summary: "Payments that fit all the filters, newest first.",
    isRead: true,
    request: searchRequest,
    response: z.looseObject({
      payments: z.array(paymentItemSchema),
      next_cursor: nextCursorField.meta({
        description:
          "Hand it back as cursor for the next page; null on the last one. With currency, card_scheme, issuing_bank or money_state a page " +
          "may have fewer payments than limit, or none, and not be the last: each searches a limited number.",
      }),
    }),
    refusals: {},
  },
  "payments.get": {
    method: "POST",
    path: "/v1/ops/payments/get",
    summary:
      "One payment with its customer, attempts, events, refunds, balance, reversals and routing decision.",
    isRead: true,
    request: z.strictObject({ transaction_id: identifierField }),
    response: paymentDetailSchema,
    refusals: { 404: "The merchant has no such payment." },
  },
  "payments.counts": {
    method: "POST",
    path: "/v1/ops/payments/counts",
    summary: "How many payments there were and what they add up to, by time and status.",
    isRead: true,
    request: countsRequest,
    response: z.looseObject({
      counts: z
        .array(
          z.looseObject({
            bucket: timestampText.meta({ description: "When the hour, day, week (Monday) or month begins." }),
            status: z.enum(PAYMENT_STATUSES),
            currency: z.string(),
            gateway: z.string().nullable().optional(),
            payment_method: z.string().nullable().optional(),
            count: z.int(),
            amount: z
              .string()
              .regex(/^[0-9]+\.[0-9]{2}$/)
              .meta({ description: "The exact sum." }),
          }),
        )
        .meta({ description: "By rising time; what did not happen is not listed." }),
    }),
    refusals: {},
  },
  "payments.declines": {
    method: "POST",
    path: "/v1/ops/payments/declines",
    summary: "Why payments were not paid, by gateway and decline reason.",
    isRead: true,
    request: declinesRequest,
    response: z.looseObject({
      declines: z
        .array(
          z.looseObject({
            gateway: z.string(),
            decline_reason: z.string(),
            avoidability: z.enum(AVOIDABILITIES).meta({
              description:
                "mendable: another gateway may have succeeded. unavoidable: none could. unknown: nobody can say.",
            }),
            count: z.int(),
          }),
        )
        .meta({ description: "What did not happen is not listed." }),
      unmapped: z
        .array(z.looseObject({ gateway: z.string(), code: z.string(), count: z.int() }))
        .optional()
        .meta({
          description:
            "Codes of vendors that have no decline reason, in lower case, the fifty most frequent. Their payments count as unknown.",
        }),
      unmapped_payments: z.int().optional().meta({
        description: "How many payments have a code without a decline reason, those not listed among them.",
      }),
      since: z.iso.datetime(),
      complete: z.boolean().meta({ description: "False: only the newest since `since` are counted." }),
    }),
    refusals: {},
  },
  ...PAYMENT_RATE_OPERATIONS,
  ...REVERSAL_OPERATIONS,
} as const satisfies OpsOperations;
