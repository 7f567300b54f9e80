import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({ endpointId: z.string().min(1) });

/** Sends a `webhook.test` event to an endpoint; the response names the delivery. */
export function testWebhook(ctx: Ctx, input: unknown): Promise<ActionOutcome<OpsResult<"webhooks.test">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.test",
    permission: "manage_webhooks",
    action: "webhook_test",
    input: inputSchema,
    subject: (given) => ({ kind: "webhook", id: given?.endpointId ?? "" }),
    detail: () => ({}),
    fields: ({ endpointId }) => ({ endpoint_id: endpointId }),
    detailOf: ({ delivery_id: deliveryId }) => ({ deliveryId }),
  });
}
