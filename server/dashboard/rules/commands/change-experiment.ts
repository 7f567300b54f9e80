import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { AuditSubject } from "../../audit/store";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { readOps } from "../../ops/read-ops";
import { whatChanges } from "../queries/what-changes";

const experiment = z.int().positive();
const trialSchema = z.object({ experiment, sharePercent: z.number(), guardrailPoints: z.number() });
const stopSchema = z.object({ experiment });
const promoteSchema = z.object({ experiment, note: z.string() });

const subject = (given: { experiment: number } | null): AuditSubject => ({
  kind: "rules",
  id: given === null ? "" : `experiment ${String(given.experiment)}`,
});

/** Lets the rules of an experiment decide a share of the payments. */
export function startTrial(ctx: Ctx, input: unknown): Promise<ActionOutcome<OpsResult<"rules.start_trial">>> {
  return doAtService(ctx, input, {
    operation: "rules.start_trial",
    permission: "manage_rules",
    action: "rules_trial_start",
    input: trialSchema,
    subject,
    detail: ({ sharePercent, guardrailPoints }) => ({ sharePercent, guardrailPoints }),
    fields: (given) => ({
      experiment: given.experiment,
      share_percent: given.sharePercent,
      guardrail_points: given.guardrailPoints,
      author: ctx.actor.email,
    }),
  });
}

/** Ends an experiment: the rules in force decide every payment again. */
export function stopExperiment(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"rules.stop_experiment">>> {
  return doAtService(ctx, input, {
    operation: "rules.stop_experiment",
    permission: "manage_rules",
    action: "rules_experiment_stop",
    input: stopSchema,
    subject,
    detail: () => ({}),
    fields: (given) => ({ experiment: given.experiment, author: ctx.actor.email }),
  });
}

/** Puts the rules of an experiment in force, as a new version. */
export function promoteExperiment(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"rules.promote_experiment">>> {
  return doAtService(ctx, input, {
    operation: "rules.promote_experiment",
    permission: "manage_rules",
    action: "rules_experiment_promote",
    input: promoteSchema,
    subject,
    detail: async ({ experiment: id, note }) => ({
      note: note === "" ? null : note,
      ...(await whatItChanges(ctx, id)),
    }),
    fields: (given) => ({
      experiment: given.experiment,
      author: ctx.actor.email,
      note: given.note === "" ? null : given.note,
    }),
    detailOf: ({ version }) => ({ version }),
  });
}

/** One that can be promoted is open, and so among the newest. */
const NEWEST = 10;

/** What the rules of an experiment change of the version that they are compared with; empty when they cannot be read. */
async function whatItChanges(ctx: Ctx, id: number): Promise<Record<string, string | number>> {
  const read = await readOps(ctx, "rules.experiments", { limit: NEWEST });
  const found = read.kind === "found" ? read.value.experiments.find((each) => each.id === id) : undefined;
  if (found === undefined || found.rules === null) return {};
  const { base_version: from, rules } = found;
  return { from, rules: rules.length, ...(await whatChanges(ctx, from, rules)) };
}
