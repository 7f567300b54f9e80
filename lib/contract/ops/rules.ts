import { z } from "zod";
import { cursorField, limitField, nextCursorField } from "./fields";
import type { OpsOperations } from "./operation";
import { RULE_EXPERIMENT_OPERATIONS } from "./rule-experiments";
import {
  acceptedRules,
  authorField,
  expectedVersionField,
  noteField,
  ruleSetSchema,
  savedSchema,
  VERSION_CONFLICT,
  versionFields,
} from "./rule-set";
import { NO_SUCH_VERSION, RULE_TRIAL_OPERATIONS, verdictSchema, versionField } from "./rule-trials";

/** The payments that are compared with each other; a field that is null is left open. */
const segmentSchema = z.looseObject({
  currency: z.string().nullable(),
  payment_method: z.string().nullable(),
  card_scheme: z.string().nullable(),
  issuing_bank: z.string().nullable(),
  amount_from: z.string().nullable(),
  amount_below: z.string().nullable(),
});

/** Why a payment went to its gateway: the result of every rule, and the outcome of each gateway in turn. */
export const routingDecisionSchema = z.looseObject({
  rule_set_version: z.int().nullable().meta({ description: "The version that decided." }),
  rules: z.array(verdictSchema),
  attempts: z.array(
    z.looseObject({
      rule_id: z.string(),
      gateway: z.string(),
      outcome: z.enum(["opened", "failed", "skipped"]),
      cause: z.enum(["refused", "unavailable"]).nullable(),
      message: z.string().nullable(),
    }),
  ),
  success_rates: z
    .array(
      z.looseObject({
        rule_id: z.string(),
        segment: segmentSchema,
        counted_at: z.iso.datetime(),
        gateways: z.array(
          z.looseObject({
            gateway: z.string(),
            share: z.number().meta({ description: "Of the segment's payments, from 0 to 1." }),
            success_rate: z.number().meta({ description: "The expected one, from 0 to 1." }),
            outcomes: z
              .int()
              .meta({ description: "How many outcomes in this segment it is from; old ones weigh less." }),
            is_failing: z
              .boolean()
              .meta({ description: "It lost its successes suddenly, and gets the least share." }),
            fee_rate: z.number().nullable().optional().meta({
              description:
                "What its fee takes of such payments' amounts, from 0 to 1, as of the decision; null when no fee was known.",
            }),
          }),
        ),
        cost_within: z.number().optional().meta({
          description:
            "How far a success rate could be below the best one for a lower fee, from 0 to 1; absent where fees did not count.",
        }),
      }),
    )
    .optional()
    .meta({
      description: "For each matching rule that follows success rates: what was known of its gateways.",
    }),
  avoided: z
    .array(z.string())
    .optional()
    .meta({
      description:
        "Gateways that were tried after all others, because they declined an earlier attempt of the reference for a reason " +
        "that another gateway may not have.",
    }),
  experiment: z
    .looseObject({
      id: z.int(),
      phase: z.enum(["shadow", "trial"]),
      arm: z
        .enum(["current", "candidate"])
        .nullable()
        .meta({ description: "In a trial: whose rules decided. Null in shadow." }),
      rule_id: z.string().nullable(),
      gateway: z.string().nullable().meta({
        description:
          "In shadow: what the candidate rules would have chosen first; null where none of them matched.",
      }),
    })
    .optional()
    .meta({ description: "The payment's part in an experiment with other rules." }),
});

export const RULE_OPERATIONS = {
  "rules.current": {
    method: "POST",
    path: "/v1/ops/rules/current",
    summary: "The routing rules in force.",
    isRead: true,
    request: z.strictObject({}),
    response: ruleSetSchema,
    refusals: {},
  },
  "rules.save": {
    method: "POST",
    path: "/v1/ops/rules/save",
    summary: "Puts a whole set of rules in force, as a new version.",
    request: z.strictObject({
      expected_version: expectedVersionField,
      rules: acceptedRules,
      author: authorField,
      note: noteField,
    }),
    response: savedSchema,
    refusals: { 409: VERSION_CONFLICT },
  },
  "rules.restore": {
    method: "POST",
    path: "/v1/ops/rules/restore",
    summary: "Puts the rules of an older version in force again, as a new version.",
    request: z.strictObject({
      version: versionField.meta({ description: "The version to take the rules of." }),
      expected_version: expectedVersionField,
      author: authorField,
      note: noteField,
    }),
    response: savedSchema,
    refusals: {
      404: NO_SUCH_VERSION,
      409: VERSION_CONFLICT,
      422: "The older version names a gateway that takes no payments any more, or a time zone by an abbreviation.",
    },
  },
  "rules.versions": {
    method: "POST",
    path: "/v1/ops/rules/versions",
    summary: "The versions of the rules, newest first.",
    isRead: true,
    request: z.strictObject({ cursor: cursorField, limit: limitField }),
    response: z.looseObject({
      versions: z.array(z.looseObject({ ...versionFields, rule_count: z.int() })),
      next_cursor: nextCursorField,
    }),
    refusals: {},
  },
  "rules.version": {
    method: "POST",
    path: "/v1/ops/rules/version",
    summary: "One version of the rules.",
    isRead: true,
    request: z.strictObject({ version: versionField }),
    response: ruleSetSchema,
    refusals: { 404: NO_SUCH_VERSION },
  },
  ...RULE_TRIAL_OPERATIONS,
  ...RULE_EXPERIMENT_OPERATIONS,
} as const satisfies OpsOperations;
