import { z } from "zod";
import { timestampText } from "../responses";
import { PAYMENT_METHODS } from "../statuses";
import { amountField, instantField } from "./fields";
import { kindFields } from "./kind-fields";
import type { OpsOperations } from "./operation";
import { atMostDays, inOrder, timeZoneField } from "./query-fields";

/** The longest period of `payments.success_rates`, in days. */
const MAX_RATE_DAYS = 31;

const ratesRequest = z
  .strictObject({
    from: instantField.meta({ description: "Payments created at or after this time." }),
    until: instantField.meta({ description: `Before this time; at most ${MAX_RATE_DAYS} days later.` }),
    bucket: z.enum(["hour", "day"], "Must be one of hour, day."),
    time_zone: timeZoneField.meta({
      description: 'Where days and hours begin: an IANA name, like "Asia/Kolkata".',
    }),
    payment_method: z
      .enum(PAYMENT_METHODS, `Must be one of ${PAYMENT_METHODS.join(", ")}.`)
      .nullish()
      .meta({ description: "Only payments for which this method was requested." }),
    ...kindFields,
    amount_min: amountField.nullish().meta({ description: "At least this amount, in whatever currency." }),
    amount_max: amountField.nullish().meta({ description: "At most this amount, in whatever currency." }),
  })
  .check(inOrder("from", "until"))
  .check(atMostDays(MAX_RATE_DAYS));

export const PAYMENT_RATE_OPERATIONS = {
  "payments.success_rates": {
    method: "POST",
    path: "/v1/ops/payments/success-rates",
    summary: "How many payments of each gateway were paid and failed, by time.",
    isRead: true,
    request: ratesRequest,
    response: z.looseObject({
      rates: z
        .array(
          z.looseObject({
            bucket: timestampText.meta({ description: "When the hour or day begins." }),
            gateway: z.string(),
            payments: z.int().meta({ description: "All that the gateway opened, in any status." }),
            paid: z.int(),
            failed: z.int().meta({
              description:
                "Failed or dropped for a reason that counts against the gateway: another one may have succeeded, or nobody knows.",
            }),
            unavoidable: z.int().meta({ description: "Failed or dropped at any gateway." }),
          }),
        )
        .meta({ description: "By rising time; what did not happen is not listed." }),
      since: z.iso.datetime(),
      complete: z.boolean().meta({ description: "False: only the newest since `since` are counted." }),
    }),
    refusals: {},
  },
  "payments.kinds": {
    method: "POST",
    path: "/v1/ops/payments/kinds",
    summary: "Which currencies, card schemes and banks a period's payments have.",
    isRead: true,
    request: z
      .strictObject({
        from: instantField.meta({ description: "Payments created at or after this time." }),
        until: instantField.meta({ description: `Before this time; at most ${MAX_RATE_DAYS} days later.` }),
      })
      .check(inOrder("from", "until"))
      .check(atMostDays(MAX_RATE_DAYS)),
    response: z.looseObject({
      currencies: z.array(z.string()),
      card_schemes: z.array(z.string()),
      issuing_banks: z.array(z.string()).meta({
        description: "Thirty at most. Of all three: of the newest 20,000 payments, the most frequent first.",
      }),
    }),
    refusals: {},
  },
  "payments.routing_gain": {
    method: "POST",
    path: "/v1/ops/payments/routing-gain",
    summary: "What routing by success rates gained within a week, compared with other rules.",
    isRead: true,
    request: z.strictObject({}),
    response: z.looseObject({
      payments: z.int().meta({
        description:
          "Payments that a rule decided by success rates; 0 when none did. First attempts of a reference only.",
      }),
      compared: z
        .int()
        .meta({ description: "Of these, those of rules with enough payments at each gateway." }),
      gain: z.looseObject({ difference: z.number(), low: z.number(), high: z.number() }).nullable().meta({
        description:
          "By how much more of the compared payments succeeded, as a fraction of 1, with its 95 % interval. Null while these are too few.",
      }),
      basis: z
        .string()
        .nullable()
        .meta({
          description:
            "Compared with: earlier: the target that each rule had before it followed success rates; equal: equal shares of its " +
            "gateways, where it had none that can be compared; mixed: either. Null while no rule has enough payments.",
        }),
      from: z.iso.date().meta({ description: "The first day of UTC on which they were created." }),
      before: z.iso
        .date()
        .meta({ description: "The day after the last one: later ones may not have counted." }),
    }),
    refusals: {},
  },
} as const satisfies OpsOperations;
