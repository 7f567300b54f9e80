import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({ endpointId: z.string().min(1), overlapHours: z.number() });

/** A new signing secret, in this response and never shown again; for `overlapHours` the old one signs as well. */
export function rotateWebhookSecret(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"webhooks.rotate_secret">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.rotate_secret",
    permission: "manage_webhooks",
    action: "webhook_rotate_secret",
    input: inputSchema,
    subject: (given) => ({ kind: "webhook", id: given?.endpointId ?? "" }),
    detail: ({ overlapHours }) => ({ overlapHours }),
    fields: ({ endpointId, overlapHours }) => ({ endpoint_id: endpointId, overlap_hours: overlapHours }),
    detailOf: (value) => ({ previousEndsAt: value.previous_secret_expires_at }),
  });
}
