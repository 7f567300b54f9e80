import { z } from "zod";
import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { changesBetween, type RuleChanges } from "@/lib/rules/changes";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { doAtService } from "../../ops/do-at-service";

/** The service validates the rules and names the invalid field; here it only has to be a list. */
const inputSchema = z.object({
  expectedVersion: z.int().positive(),
  rules: z.custom<OpsArguments<"rules.save">["rules"]>(Array.isArray),
  note: z.string(),
});
type Input = z.infer<typeof inputSchema>;

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
      ...(await whatChanges(ctx, given)),
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

/** By the ids of the rules, for the audit log; empty when the version before cannot be read. */
async function whatChanges(ctx: Ctx, { expectedVersion, rules }: Input): Promise<Record<string, string>> {
  const before = await readOps(ctx, "rules.version", { version: expectedVersion });
  if (before.kind !== "found" || !rules.every(isRuleLike)) return {};
  return namesOf(changesBetween(before.value.rules, rules));
}

function isRuleLike(rule: unknown): rule is WireRule {
  return typeof rule === "object" && rule !== null && "id" in rule && typeof rule.id === "string";
}

const MAX_NAMES = 20;

function namesOf(changes: RuleChanges): Record<string, string> {
  const lists = {
    added: changes.added.map(({ id }) => id),
    removed: changes.removed.map(({ id }) => id),
    changed: changes.changed.map(({ after }) => after.id),
    moved: changes.moved.map(({ id }) => id),
  };
  return Object.fromEntries(
    Object.entries(lists)
      .filter(([, ids]) => ids.length > 0)
      .map(([what, ids]) => [
        what,
        ids.slice(0, MAX_NAMES).join(", ") + (ids.length > MAX_NAMES ? ", …" : ""),
      ]),
  );
}
