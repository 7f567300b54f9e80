import { z } from "zod";
import type { WorkOutcomeView } from "@/lib/queues/work-views";
import type {
  AssignRefundsInput,
  AssignRefundsOutcome,
  RefundAssignment,
} from "@/lib/refunds/assign-refunds";
import { REFUNDS_PER_PAGE } from "@/lib/refunds/refund-list-views";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { assignWork } from "./assign-work";
import { findWorkItem } from "../queries/find-work-item";

const inputSchema = z.looseObject({
  refunds: z
    .array(z.looseObject({ intentId: z.uuid(), assigneeId: z.uuid().nullable() }))
    .min(1)
    .max(REFUNDS_PER_PAGE),
}) satisfies z.ZodType<AssignRefundsInput>;
type Shown = z.infer<typeof inputSchema>["refunds"][number];

/**
 * Assigns several refunds that need attention to the viewer: each is an assignment of its own, with its own audit entry
 * and result. Sent again, it changes nothing that is already the viewer's.
 */
export async function assignRefunds(ctx: Ctx, given: unknown): Promise<AssignRefundsOutcome> {
  if (!(await authorize(ctx, "view_refunds", { kind: "work_queue", id: "refund" })))
    return { kind: "forbidden" };
  const parsed = inputSchema.safeParse(given);
  if (!parsed.success) return { kind: "invalid" };
  const refunds: RefundAssignment[] = [];
  for (const shown of parsed.data.refunds)
    refunds.push(resultOf(shown.intentId, await assignToViewer(ctx, shown)));
  return { kind: "done", refunds };
}

/** Not taken from a colleague who took it since the page was shown. */
async function assignToViewer(ctx: Ctx, { intentId, assigneeId }: Shown): Promise<WorkOutcomeView> {
  const { userId } = ctx.actor;
  const item = await findWorkItem(ctx, { kind: "refund", itemId: intentId });
  if (item === null) return { kind: "ended" };
  const now = item.assignee?.personId ?? null;
  if (now !== assigneeId && now !== userId) return { kind: "changed", item };
  const { kind, itemId, version, mark } = item;
  return assignWork(ctx, { kind, itemId, version, mark, personId: userId });
}

function resultOf(intentId: string, outcome: WorkOutcomeView): RefundAssignment {
  switch (outcome.kind) {
    case "done":
    case "ended":
    case "forbidden":
      return { intentId, kind: outcome.kind };
    case "changed": {
      const { assignee } = outcome.item;
      // In another tab of the viewer, at the same time.
      return assignee?.isViewer === true
        ? { intentId, kind: "done" }
        : { intentId, kind: "changed", assignee };
    }
    // Of a refund, nothing is read from the service.
    case "service_error":
    case "signed_out":
    case "invalid":
      return { intentId, kind: "not_assignable" };
  }
}
