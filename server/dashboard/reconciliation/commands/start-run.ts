import { z } from "zod";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { RunView } from "@/lib/reconciliation/views";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";
import { personName } from "./person-name";

const inputSchema = z.object({
  requestId: z.uuid(),
  from: z.iso.date(),
  until: z.iso.date(),
  gateway: z.string().min(1).nullable(),
  repairs: z.boolean(),
});

/** Has the service compare some days with its gateways. A form that is sent twice starts one run. */
export function startRun(ctx: Ctx, input: unknown): Promise<ActionOutcome<RunView>> {
  return doAtService(ctx, input, {
    operation: "reconciliation.start",
    permission: "repair_reconciliation",
    action: "reconciliation_start",
    input: inputSchema,
    subject: (given) => ({ kind: "reconciliation", id: given?.requestId ?? "" }),
    detail: ({ from, until, gateway, repairs }) => ({
      from,
      until,
      ...(gateway !== null && { gateway }),
      repairs,
    }),
    fields: ({ requestId, from, until, gateway, repairs }) => ({
      request_id: requestId,
      from,
      until,
      gateway,
      repair: repairs,
      requested_by: personName(ctx.actor),
    }),
    detailOf: ({ run_id: id }) => ({ reconciliationId: id }),
  });
}
