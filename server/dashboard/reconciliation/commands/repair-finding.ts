import { z } from "zod";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { FindingView } from "@/lib/reconciliation/views";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { factsOf } from "./facts-of";
import { leaveQueue } from "./leave-queue";
import { personName } from "./person-name";

const inputSchema = z.object({ findingId: z.string().min(1), version: z.int() });

/** Has the service repair what is certain, exactly as the person has seen it. A repeated request repairs nothing more. */
export async function repairFinding(ctx: Ctx, input: unknown): Promise<ActionOutcome<FindingView>> {
  const outcome = await doAtService(ctx, input, {
    operation: "reconciliation.repair",
    permission: "repair_reconciliation",
    action: "finding_repair",
    input: inputSchema,
    subject: (given) => ({ kind: "finding", id: given?.findingId ?? "" }),
    detail: () => ({}),
    fields: ({ findingId, version }) => ({
      finding_id: findingId,
      version,
      requested_by: personName(ctx.actor),
    }),
    detailOf: (finding) => ({ ...factsOf(finding), state: finding.state }),
  });
  if (outcome.kind === "done") await leaveQueue(ctx, outcome.value);
  return outcome;
}
