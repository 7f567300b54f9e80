import { z } from "zod";
import { timestampText } from "../responses";
import { PAYMENT_METHODS } from "../statuses";
import { amountField, instantField } from "./fields";
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
} as const satisfies OpsOperations;
