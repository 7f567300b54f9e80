import { z } from "zod";
import { type Db, prepared } from "@/server/platform/pool";
import { CONDITION_FIELDS } from "@/lib/contract/rules/condition-fields";
import { TRIAL_EFFECTS } from "../../domain/experiments/part";
import type { GatewayAttempt, RoutingDecision } from "../../domain/payments/decision";
import type { RuleVerdict } from "../../domain/rules/route";

/**
 * Stored decisions of every age. Before rules had versions, a rule's id was a number, which the migration carried over
 * as `rule-<number>`; a verdict had at most one mismatch, and an attempt had no cause.
 */
const ruleIdSchema = z.union([z.string(), z.number().transform((id) => `rule-${id}`)]);

const mismatchSchema = z.object({
  field: z.enum(CONDITION_FIELDS),
  wanted: z.string().default(""),
  actual: z.string().nullable(),
});

const verdictSchema = z.union([
  z.object({
    ruleId: ruleIdSchema,
    ruleName: z.string(),
    outcome: z.enum(["matched", "not_matched", "inactive", "outside_active_times"]),
    mismatches: z.array(mismatchSchema),
  }),
  z
    .object({
      ruleId: ruleIdSchema,
      ruleName: z.string(),
      matched: z.boolean(),
      mismatch: mismatchSchema.nullable(),
    })
    .transform(({ ruleId, ruleName, matched, mismatch }): RuleVerdict => ({
      ruleId,
      ruleName,
      outcome: matched ? "matched" : "not_matched",
      mismatches: mismatch === null ? [] : [mismatch],
    })),
]);

export const attemptSchema = z
  .object({
    ruleId: ruleIdSchema,
    gateway: z.string(),
    outcome: z.enum(["opened", "failed", "skipped"]),
    cause: z.enum(["refused", "unavailable"]).default("unavailable"),
    message: z.string().nullish(),
  })
  .transform(({ ruleId, gateway, outcome, cause, message }): GatewayAttempt => {
    switch (outcome) {
      case "opened":
        return { ruleId, gateway, outcome };
      case "failed":
        return { ruleId, gateway, outcome, cause, message: message ?? "" };
      case "skipped":
        return { ruleId, gateway, outcome, message: message ?? "" };
    }
  });

/** The gateways of a rule that follows success rates, as stored. */
export const consideredSchema = z.array(
  z.object({
    gateway: z.string(),
    share: z.number(),
    rate: z.number(),
    outcomes: z.number(),
    isFailing: z.boolean(),
    feeRate: z.number().nullable().default(null),
  }),
);

export const experimentSchema = z.discriminatedUnion("phase", [
  z.object({
    id: z.number(),
    phase: z.literal("shadow"),
    ruleId: z.string().nullable(),
    gateway: z.string().nullable(),
    failover: z.array(z.string()).nullable().default(null),
  }),
  z.object({
    id: z.number(),
    phase: z.literal("trial"),
    arm: z.enum(["current", "candidate"]),
    effect: z.enum(TRIAL_EFFECTS),
  }),
]);

const decisionSchema = z.object({
  ruleSetVersion: z.number().int().nullable().default(null),
  verdicts: z.array(verdictSchema),
  attempts: z.array(attemptSchema),
  shares: z
    .array(
      z.object({
        ruleId: z.string(),
        segment: z.string(),
        at: z.coerce.date(),
        costWithin: z.number().default(0),
        gateways: consideredSchema,
      }),
    )
    .default([]),
  avoided: z.array(z.string()).default([]),
  experiment: experimentSchema.nullable().default(null),
});

/** Parses a stored decision of any age. */
export function readRoutingDecision(stored: unknown): RoutingDecision {
  return decisionSchema.parse(stored);
}

/** A decision as it is stored, with every payment: most of them follow no success rates and avoid no gateway. */
export function writeRoutingDecision({ shares, avoided, experiment, ...decision }: RoutingDecision): string {
  return JSON.stringify({
    ...decision,
    ...(shares.length > 0 ? { shares } : {}),
    ...(avoided.length > 0 ? { avoided } : {}),
    ...(experiment === null ? {} : { experiment }),
  });
}

const ROUTING_DECISION = prepared(`select routing_decision from payments where merchant_id = $1 and id = $2`);

/** The routing decision of a payment; null when the merchant has no such payment. */
export async function findRoutingDecision(
  db: Db,
  merchantId: number,
  paymentId: string,
): Promise<RoutingDecision | null> {
  const { rows } = await db.query<{ routing_decision: unknown }>({
    ...ROUTING_DECISION,
    values: [merchantId, paymentId],
  });
  return rows[0] === undefined ? null : readRoutingDecision(rows[0].routing_decision);
}
