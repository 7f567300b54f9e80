import { z } from "zod";
import { GUARDRAILS, TRIAL_SHARES } from "../../rules/trial-limits";
import { amountText } from "../responses";
import { storedRuleSchema } from "../rules/rule";
import { cursorField, limitField, nextCursorField } from "./fields";
import type { OpsOperations } from "./operation";
import {
  acceptedRules,
  authorField,
  expectedVersionField,
  noteField,
  savedSchema,
  VERSION_CONFLICT,
  warningsSchema,
} from "./rule-set";

const EXPERIMENT_END_REASONS = ["stopped", "promoted", "guardrail", "rules_changed"] as const;

const EXPERIMENT_FAULT = "Must be the number of an experiment.";
const experimentField = z.int32(EXPERIMENT_FAULT).min(1, EXPERIMENT_FAULT);

const SHARE_FAULT = `Must be a number from ${TRIAL_SHARES.least} to ${TRIAL_SHARES.most}.`;
const GUARDRAIL_FAULT = `Must be a number from ${GUARDRAILS.least} to ${GUARDRAILS.most}.`;

const rate = z.number().meta({ description: "From 0 to 1." });
const intervalSchema = z
  .looseObject({ difference: z.number(), low: z.number(), high: z.number() })
  .nullable()
  .meta({
    description:
      "By how much the candidate's success rate is higher, as a fraction, with a 95 % interval that stays valid however " +
      "often it is read. A payment counts half an hour after its checkout was opened, as paid or not. Null while these are too few.",
  });
const outcomesSchema = z.looseObject({
  payments: z.int(),
  successes: z.int(),
  abandoned: z.int().optional().meta({
    description:
      "Of the payments: those that were cancelled, or not paid without a known decline. They count as not successful.",
  }),
});

const sideFeesSchema = z
  .looseObject({
    share: z.number().meta({ description: "Of the amounts paid, as a fraction." }),
    per_payment: amountText.meta({ description: "Of an average paid payment, in the currency." }),
  })
  .nullable()
  .meta({ description: "Null while a fee is missing." });
const feesSchema = z
  .array(
    z.looseObject({
      currency: z.string(),
      missing: z
        .array(z.string())
        .meta({ description: "Gateways without a fee for some of these payments." }),
      current: sideFeesSchema,
      candidate: sideFeesSchema,
      interval: z.looseObject({ difference: z.number(), low: z.number(), high: z.number() }).nullable().meta({
        description:
          "By how much the candidate's share is higher, as a fraction of the amounts, with a 95 % interval like that of the success rates.",
      }),
    }),
  )
  .optional()
  .meta({
    description:
      "What the gateways that took the payments charge for paid ones, by the fees that are entered now.",
  });

const experimentSchema = z.looseObject({
  id: z.int(),
  base_version: z.int().meta({ description: "The version in force that it is compared with." }),
  rules: z
    .array(storedRuleSchema)
    .nullable()
    .meta({ description: "The candidate rules; null when they cannot be read any more." }),
  author: z.string(),
  note: z.string().nullable(),
  started_at: z.iso.datetime(),
  is_open: z.boolean(),
  trial: z
    .looseObject({
      share_percent: z.number(),
      guardrail_points: z.number(),
      started_at: z.iso.datetime(),
      started_by: z.string(),
    })
    .nullable()
    .meta({ description: "Null while it is in shadow." }),
  ended: z
    .looseObject({
      at: z.iso.datetime(),
      by: z.string().nullable(),
      reason: z.enum(EXPERIMENT_END_REASONS),
    })
    .nullable(),
  shadow_result: z
    .looseObject({
      payments: z.int(),
      moved: z.int().meta({ description: "How many would have gone to another gateway." }),
      current_rate: rate,
      expected_rate: rate.meta({ description: "What the candidate rules were expected to reach." }),
      interval: intervalSchema,
      gateways: z
        .array(z.looseObject({ gateway: z.string().nullable(), now: z.int(), would: z.int() }))
        .meta({ description: "Null: the candidate rules would have refused these payments." }),
      fees: feesSchema,
    })
    .nullable(),
  trial_result: z
    .looseObject({
      current: outcomesSchema,
      candidate: outcomesSchema,
      same: z
        .int()
        .meta({ description: "Payments for which both rules choose the same gateway: not compared." }),
      unmatched: z
        .int()
        .meta({ description: "Payments that the candidate rules would refuse once promoted." }),
      interval: intervalSchema,
      fees: feesSchema,
    })
    .nullable(),
});

const NOT_FOUND = "The merchant has no such experiment.";
const WRONG_PHASE = "It has ended, or is in another phase; or other rules are in force by now.";

/** Rules that are compared with those in force on live payments (decision 0318). */
export const RULE_EXPERIMENT_OPERATIONS = {
  "rules.experiments": {
    method: "POST",
    path: "/v1/ops/rules/experiments",
    summary: "The experiments with other rules and their results, newest first.",
    isRead: true,
    request: z.strictObject({
      cursor: cursorField.meta({
        description:
          "The next_cursor of the page before, or the number of an experiment: the page begins below it. Absent or null for the first page.",
      }),
      limit: limitField,
    }),
    response: z.looseObject({ experiments: z.array(experimentSchema), next_cursor: nextCursorField }),
    refusals: {},
  },
  "rules.start_experiment": {
    method: "POST",
    path: "/v1/ops/rules/start-experiment",
    summary:
      "Evaluates other rules beside those in force, for every payment, without sending any to their gateways.",
    request: z.strictObject({
      expected_version: expectedVersionField,
      rules: acceptedRules,
      author: authorField,
      note: noteField,
    }),
    response: experimentSchema.extend({ warnings: warningsSchema.optional() }),
    refusals: { 409: "Another experiment is open, or another version is in force." },
  },
  "rules.start_trial": {
    method: "POST",
    path: "/v1/ops/rules/start-trial",
    summary: "Lets the rules of an experiment decide a share of the payments.",
    request: z.strictObject({
      experiment: experimentField,
      share_percent: z
        .number(SHARE_FAULT)
        .min(TRIAL_SHARES.least, SHARE_FAULT)
        .max(TRIAL_SHARES.most, SHARE_FAULT)
        .meta({ description: "Of the payments, by a hash of their reference." }),
      guardrail_points: z
        .number(GUARDRAIL_FAULT)
        .min(GUARDRAILS.least, GUARDRAIL_FAULT)
        .max(GUARDRAILS.most, GUARDRAIL_FAULT)
        .meta({
          description:
            "The trial ends by itself once its success rate is lower by this many points, and lower for certain.",
        }),
      author: authorField,
    }),
    response: experimentSchema,
    refusals: {
      404: NOT_FOUND,
      409: WRONG_PHASE,
      422: "A rule names a gateway that takes no payments any more, or a time zone by an abbreviation.",
    },
  },
  "rules.stop_experiment": {
    method: "POST",
    path: "/v1/ops/rules/stop-experiment",
    summary: "Ends an experiment: the rules in force decide every payment.",
    request: z.strictObject({ experiment: experimentField, author: authorField }),
    response: experimentSchema,
    refusals: { 404: NOT_FOUND, 409: WRONG_PHASE },
  },
  "rules.promote_experiment": {
    method: "POST",
    path: "/v1/ops/rules/promote-experiment",
    summary: "Puts the rules of an experiment in force, as a new version, and ends it.",
    request: z.strictObject({ experiment: experimentField, author: authorField, note: noteField }),
    response: savedSchema,
    refusals: {
      404: NOT_FOUND,
      409: `${WRONG_PHASE} ${VERSION_CONFLICT}`,
      422: "A rule names a gateway that takes no payments any more, or a time zone by an abbreviation.",
    },
  },
} as const satisfies OpsOperations;
