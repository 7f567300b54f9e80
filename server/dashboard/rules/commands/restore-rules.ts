import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({
  version: z.int().positive(),
  expectedVersion: z.int().positive(),
  note: z.string(),
});

/** Puts the rules of an older version in force again, as a new version. */
export function restoreRules(ctx: Ctx, input: unknown): Promise<ActionOutcome<OpsResult<"rules.restore">>> {
  return doAtService(ctx, input, {
    operation: "rules.restore",
    permission: "manage_rules",
    action: "rules_restore",
    input: inputSchema,
    subject: (given) => ({ kind: "rules", id: given === null ? "" : String(given.version) }),
    detail: ({ version, expectedVersion, note }) => ({
      restored: version,
      from: expectedVersion,
      note: note === "" ? null : note,
    }),
    fields: ({ version, expectedVersion, note }) => ({
      version,
      expected_version: expectedVersion,
      author: ctx.actor.email,
      note: note === "" ? null : note,
    }),
    detailOf: ({ version }) => ({ version }),
  });
}
