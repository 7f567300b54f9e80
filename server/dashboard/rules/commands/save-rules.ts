import { z } from "zod";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { whatChanges } from "../queries/what-changes";

/** The service validates the rules and names the invalid field; here it only has to be a list. */
const inputSchema = z.object({
  expectedVersion: z.int().positive(),
  rules: z.custom<OpsArguments<"rules.save">["rules"]>(Array.isArray),
  note: z.string(),
});

/** Puts a whole set of rules in force. `conflict` if another person saved since `expectedVersion`: nothing changes. */
export function saveRules(ctx: Ctx, input: unknown): Promise<ActionOutcome<OpsResult<"rules.save">>> {
  return doAtService(ctx, input, {
    operation: "rules.save",
    permission: "manage_rules",
    action: "rules_save",
    input: inputSchema,
    subject: (given) => ({ kind: "rules", id: given === null ? "" : String(given.expectedVersion) }),
    detail: async (given) => ({
      from: given.expectedVersion,
      rules: given.rules.length,
      note: given.note === "" ? null : given.note,
      ...(await whatChanges(ctx, given.expectedVersion, given.rules)),
    }),
    fields: ({ expectedVersion, rules, note }) => ({
      expected_version: expectedVersion,
      rules,
      author: ctx.actor.email,
      note: note === "" ? null : note,
    }),
    detailOf: ({ version }) => ({ version }),
  });
}
