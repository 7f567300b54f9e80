import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({
  endpointId: z.string().min(1),
  from: z.string(),
  until: z.string(),
  onlyFailed: z.boolean(),
});

/** Replays an endpoint's deliveries of a time span; the response has their number. */
export function replayDeliveries(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"webhooks.replay_range">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.replay_range",
    permission: "manage_webhooks",
    action: "webhook_replay_range",
    input: inputSchema,
    subject: (given) => ({ kind: "webhook", id: given?.endpointId ?? "" }),
    detail: ({ from, until, onlyFailed }) => ({ from, until, onlyFailed }),
    fields: ({ endpointId, onlyFailed, ...span }) => ({
      endpoint_id: endpointId,
      only_failed: onlyFailed,
      ...span,
    }),
    detailOf: ({ replayed }) => ({ replayed }),
  });
}
