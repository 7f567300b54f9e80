import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import { ENDPOINT_EVENTS } from "@/lib/contract/webhook-constants";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { RECEIVES_PAYMENTS } from "../domain/receives-payments";
import { auditableAddress } from "../domain/webhook-address";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({
  endpointId: z.string().min(1),
  url: z.string().optional(),
  description: z.string().optional(),
  events: z.array(z.enum(ENDPOINT_EVENTS)).optional(),
  enabled: z.boolean().optional(),
});

/** Changes an endpoint's settings, disables it or enables it again. Fields left out stay. */
export function updateWebhook(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"webhooks.update">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.update",
    permission: "manage_webhooks",
    action: "webhook_update",
    input: inputSchema,
    gives: ({ url }) => (url === undefined ? null : RECEIVES_PAYMENTS),
    subject: (given) => ({ kind: "webhook", id: given?.endpointId ?? "" }),
    detail: ({ url, description, events, enabled }) => ({
      ...(url !== undefined && { url: auditableAddress(url) }),
      ...(description !== undefined && { description }),
      ...(events !== undefined && { events: events.join(", ") }),
      ...(enabled !== undefined && { enabled }),
    }),
    fields: ({ endpointId, ...changes }) => ({ endpoint_id: endpointId, ...changes }),
  });
}
