import { z } from "zod";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { whatChanges } from "../queries/what-changes";

/** The service validates the rules and names the invalid field; here they only have to be a list. */
const inputSchema = z.object({
  expectedVersion: z.int().positive(),
  rules: z.custom<OpsArguments<"rules.start_experiment">["rules"]>(Array.isArray),
  note: z.string(),
});

/** Evaluates rules beside those in force, for every payment, without sending any to their gateways (decision 0318). */
export function startExperiment(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"rules.start_experiment">>> {
  return doAtService(ctx, input, {
    operation: "rules.start_experiment",
    permission: "manage_rules",
    action: "rules_experiment_start",
    input: inputSchema,
    subject: (given) => ({ kind: "rules", id: given === null ? "" : String(given.expectedVersion) }),
    detail: async ({ expectedVersion, rules, note }) => ({
      from: expectedVersion,
      rules: rules.length,
      note: note === "" ? null : note,
      ...(await whatChanges(ctx, expectedVersion, rules)),
    }),
    fields: ({ expectedVersion, rules, note }) => ({
      expected_version: expectedVersion,
      rules,
      author: ctx.actor.email,
      note: note === "" ? null : note,
    }),
    detailOf: ({ id }) => ({ experiment: id }),
  });
}
