import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({ deliveryId: z.string().min(1) });

/** Replays one delivery, with the same webhook-id and body: a receiver that stores ids processes it once. */
export function replayDelivery(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"webhooks.replay">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.replay",
    permission: "manage_webhooks",
    action: "webhook_replay",
    input: inputSchema,
    subject: (given) => ({ kind: "webhook_delivery", id: given?.deliveryId ?? "" }),
    detail: () => ({}),
    fields: ({ deliveryId }) => ({ delivery_id: deliveryId }),
    detailOf: ({ event }) => ({ event }),
  });
}
