import { z } from "zod";
import { codePointLength, isStorableText } from "../../text";
import { parseCurrency } from "../currencies";
import { routingRulesSchema } from "../rules/rule";
import { CARD_SCHEMES, PAYMENT_METHODS } from "../statuses";
import {
  amountField,
  cursorField,
  identifierField,
  instantField,
  limitField,
  nextCursorField,
} from "./fields";
import { CIRCUIT_STATES } from "./gateways";
import type { OpsOperations } from "./operation";

/** The operations that try out rules and change nothing. */
const MAX_REPLAYED = 1_000;
const DEFAULT_REPLAYED = 100;

const VERSION_FAULT = "Must be the number of a version.";
export const versionField = z.int32(VERSION_FAULT).min(1, VERSION_FAULT);

export const NO_SUCH_VERSION = "The merchant has no such version.";

/** The result of one rule for one payment. */
export const verdictSchema = z.looseObject({
  rule_id: z.string(),
  rule_name: z.string(),
  outcome: z.enum(["matched", "not_matched", "inactive", "outside_active_times"]),
  mismatches: z
    .array(z.looseObject({ field: z.string(), wanted: z.string(), actual: z.string().nullable() }))
    .meta({
      description: "The conditions that did not hold; `actual` is null where the payment named none.",
    }),
});

const optionalText = identifierField.nullish();
const freeText = z
  .string("Must be a string.")
  .refine((text) => codePointLength(text) <= 255, "Must be at most 255 characters.")
  .refine(isStorableText, "Must not contain NUL or lone surrogates.")
  .nullish();
const CURRENCY_FAULT = "Must be an ISO 4217 currency code.";
const SCHEME_FAULT = `Must be one of ${CARD_SCHEMES.join(", ")}.`;
const samplePaymentSchema = z.strictObject({
  transaction_amount: amountField,
  currency: z
    .string(CURRENCY_FAULT)
    .toUpperCase()
    .refine((code) => parseCurrency(code) !== null, CURRENCY_FAULT)
    .nullish()
    .meta({ description: "INR when absent." }),
  merchant_transaction_id: optionalText.meta({ description: "Decides a split; any text when absent." }),
  payment_method: z.enum(PAYMENT_METHODS, `Must be one of ${PAYMENT_METHODS.join(", ")}.`).nullish(),
  card_scheme: z
    .string(SCHEME_FAULT)
    .toUpperCase()
    .pipe(z.enum(CARD_SCHEMES, SCHEME_FAULT))
    .nullish()
    .meta({ description: "In any case." }),
  issuing_bank: z
    .string("Must be a short bank code.")
    .refine(isStorableText, "Must not contain NUL or lone surrogates.")
    .toUpperCase()
    .nullish(),
  udf1: freeText,
  udf2: freeText,
  udf3: freeText,
});

/** The rules to evaluate: those in force, an earlier version, or unsaved ones. */
const chosenRules = {
  version: versionField.nullish().meta({ description: "Absent, and no rules either: the one in force." }),
  rules: routingRulesSchema.nullish().meta({ description: "A draft." }),
};
const isOneChoice = ({ version, rules }: { version?: number | null | undefined; rules?: unknown }): boolean =>
  (version ?? null) === null || (rules ?? null) === null;
const ONE_CHOICE = { error: "Send either version or rules.", path: ["rules"] };

const routeSchema = z
  .looseObject({ rule_id: z.string().nullable(), gateway: z.string().nullable() })
  .meta({ description: "Both null: no rule takes the payment." });
const COUNT_FAULT = `Must be a whole number from 1 to ${MAX_REPLAYED}.`;

export const RULE_TRIAL_OPERATIONS = {
  "rules.simulate": {
    method: "POST",
    path: "/v1/ops/rules/simulate",
    summary: "Where a sample payment would go, rule by rule. Changes nothing.",
    isRead: true,
    request: z
      .strictObject({
        payment: samplePaymentSchema,
        at: instantField
          .nullish()
          .meta({ description: "The time at which active times are evaluated; now when absent." }),
        ...chosenRules,
      })
      .refine(isOneChoice, ONE_CHOICE),
    response: z.looseObject({
      version: z.int().nullable().meta({ description: "Null for a draft." }),
      at: z.iso.datetime(),
      rules: z.array(verdictSchema),
      gateways: z
        .array(
          z.looseObject({
            rule_id: z.string(),
            gateway: z.string(),
            state: z
              .enum(CIRCUIT_STATES)
              .nullable()
              .meta({ description: "Of its circuit; null for one that the service does not have." }),
            usable: z.boolean(),
            reason: z.string().nullable().meta({ description: "Why the gateway would be skipped now." }),
          }),
        )
        .meta({ description: "In the order in which they would be tried; none when no rule matches." }),
    }),
    refusals: { 404: NO_SUCH_VERSION },
  },
  "rules.replay": {
    method: "POST",
    path: "/v1/ops/rules/replay",
    summary: "Where the merchant's last payments would go by other rules. Changes nothing.",
    isRead: true,
    request: z
      .strictObject({
        count: z
          .int(COUNT_FAULT)
          .min(1, COUNT_FAULT)
          .max(MAX_REPLAYED, COUNT_FAULT)
          .nullish()
          .transform((count) => count ?? DEFAULT_REPLAYED)
          .meta({ description: `How many payments; ${DEFAULT_REPLAYED} when absent.` }),
        ...chosenRules,
        cursor: cursorField,
        limit: limitField,
      })
      .refine(isOneChoice, ONE_CHOICE),
    response: z.looseObject({
      version: z.int().nullable().meta({ description: "Null for a draft." }),
      replayed: z.int(),
      moved: z
        .int()
        .meta({ description: "Payments that would go elsewhere: by another rule or first gateway." }),
      gateways: z.array(z.looseObject({ gateway: z.string().nullable(), then: z.int(), now: z.int() })),
      rules: z.array(z.looseObject({ rule_id: z.string().nullable(), then: z.int(), now: z.int() })),
      payments: z.array(
        z.looseObject({
          transaction_id: z.string(),
          merchant_transaction_id: z.string(),
          transaction_amount: z.string(),
          currency: z.string(),
          transaction_date_time: z.iso.datetime(),
          then: routeSchema,
          now: routeSchema,
        }),
      ),
      next_cursor: nextCursorField,
    }),
    refusals: { 404: NO_SUCH_VERSION },
  },
} as const satisfies OpsOperations;
