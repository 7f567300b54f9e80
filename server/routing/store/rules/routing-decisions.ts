import { z } from "zod";
import { type Db, prepared } from "@/server/platform/pool";
import { CONDITION_FIELDS } from "@/lib/contract/rules/condition-fields";
import { TRIAL_EFFECTS } from "../../domain/experiments/part";
import type { GatewayAttempt, RoutingDecision } from "../../domain/payments/decision";
import type { RuleVerdict } from "../../domain/rules/route";

const verdictSchema: z.ZodType<RuleVerdict> = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  outcome: z.enum(["matched", "not_matched", "inactive", "outside_active_times"]),
  mismatches: z.array(
    z.object({ field: z.enum(CONDITION_FIELDS), wanted: z.string(), actual: z.string().nullable() }),
  ),
});

const triedSchema = z.object({ ruleId: z.string(), gateway: z.string() });
export const attemptSchema: z.ZodType<GatewayAttempt> = z.discriminatedUnion("outcome", [
  triedSchema.extend({ outcome: z.literal("opened") }),
  triedSchema.extend({
    outcome: z.literal("failed"),
    cause: z.enum(["refused", "unavailable"]),
    message: z.string(),
  }),
  triedSchema.extend({ outcome: z.literal("skipped"), message: z.string() }),
]);

/** The gateways of a rule that follows success rates, as stored. */
export const consideredSchema = z.array(
  z.object({
    gateway: z.string(),
    share: z.number(),
    rate: z.number(),
    outcomes: z.number(),
    isFailing: z.boolean(),
    feeRate: z.number().nullable(),
  }),
);

export const experimentSchema = z.discriminatedUnion("phase", [
  z.object({
    id: z.number(),
    phase: z.literal("shadow"),
    ruleId: z.string().nullable(),
    gateway: z.string().nullable(),
    failover: z.array(z.string()),
  }),
  z.object({
    id: z.number(),
    phase: z.literal("trial"),
    arm: z.enum(["current", "candidate"]),
    effect: z.enum(TRIAL_EFFECTS),
  }),
]);

/** What a decision does not have is left out ({@link writeRoutingDecision}). */
const decisionSchema = z.object({
  ruleSetVersion: z.number().int().nullable(),
  verdicts: z.array(verdictSchema),
  attempts: z.array(attemptSchema),
  shares: z
    .array(
      z.object({
        ruleId: z.string(),
        segment: z.string(),
        at: z.coerce.date(),
        costWithin: z.number(),
        gateways: consideredSchema,
      }),
    )
    .default([]),
  avoided: z.array(z.string()).default([]),
  experiment: experimentSchema.nullable().default(null),
});

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
