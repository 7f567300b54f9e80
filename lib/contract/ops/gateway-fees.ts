import { z } from "zod";
import { parsePercent } from "../../percent";
import { parseCurrency } from "../currencies";
import { timestampText } from "../responses";
import { PAYMENT_METHODS } from "../statuses";
import { amountField, identifierField } from "./fields";
import type { OpsOperations } from "./operation";

const MAX_FEES = 100;
const PERCENT_FAULT = 'Must be a percentage from 0 to 100 with at most four decimals, like "2.36".';
const CURRENCY_FAULT = 'Must be a currency code of ISO 4217 in capitals, like "INR".';
const METHOD_FAULT = `Must be one of ${PAYMENT_METHODS.join(", ")}, or null for every method without a fee of its own.`;
const LIST_FAULT = `Must list at most ${MAX_FEES} fees.`;
const SAME_FAULT =
  "There is a fee for this currency and method already. Change that one, or remove one of both.";

const feeSchema = z.strictObject({
  currency: z.string(CURRENCY_FAULT).refine((code) => parseCurrency(code) === code, CURRENCY_FAULT),
  payment_method: z
    .enum(PAYMENT_METHODS, METHOD_FAULT)
    .nullable()
    .meta({ description: "Null: for every method without a fee of its own." }),
  percent: z
    .string(PERCENT_FAULT)
    .refine((text) => parsePercent(text) !== null, PERCENT_FAULT)
    .meta({
      description: "Of the amount, tax included where it cannot be reclaimed.",
      pattern: "^[0-9]{1,3}(?:\\.[0-9]{1,4})?$",
    }),
  fixed: amountField.meta({ description: "For each payment, in the currency of the fee." }),
});
export type WireFee = z.infer<typeof feeSchema>;

const feeListSchema = z.looseObject({
  gateway: z.string(),
  revision: z.int().meta({ description: "Grows with each change; 0: no fees were ever saved." }),
  fees: z.array(feeSchema),
  changed_at: timestampText.nullable(),
  changed_by: z.string().nullable(),
});
export type FeeListView = z.infer<typeof feeListSchema>;

export const GATEWAY_FEE_OPERATIONS = {
  "gateways.fees": {
    method: "POST",
    path: "/v1/ops/gateways/fees",
    summary: "What each gateway charges the merchant, as it was entered here.",
    isRead: true,
    request: z.strictObject({}),
    response: z.looseObject({ gateways: z.array(feeListSchema) }),
    refusals: {},
  },
  "gateways.save_fees": {
    method: "POST",
    path: "/v1/ops/gateways/save_fees",
    summary:
      "Replaces the fees of a gateway. Rules with cost_within_percent use them from the next counted outcome on; decisions that were made keep theirs.",
    request: z.strictObject({
      gateway: identifierField,
      revision: z
        .int("Must be a whole number.")
        .min(0, "Must be 0 or more.")
        .meta({ description: "The revision that the change was made from; another one by now is 409." }),
      fees: z
        .array(feeSchema, LIST_FAULT)
        .max(MAX_FEES, LIST_FAULT)
        .superRefine((fees, context) => {
          const seen = new Set<string>();
          fees.forEach(({ currency, payment_method: method }, index) => {
            const place = `${currency} ${method ?? ""}`;
            if (seen.has(place)) {
              context.addIssue({ code: "custom", message: SAME_FAULT, path: [index, "payment_method"] });
            }
            seen.add(place);
          });
        }),
      changed_by: identifierField.nullish().meta({
        description: "Who makes the change. Without it, the short form of the API key is recorded.",
      }),
    }),
    response: feeListSchema,
    refusals: {
      404: "The merchant has no such gateway.",
      409: "The fees have changed meanwhile; the detail says by whom.",
    },
  },
} as const satisfies OpsOperations;
