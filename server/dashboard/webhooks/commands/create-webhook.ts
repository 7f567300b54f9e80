import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import { ENDPOINT_EVENTS } from "@/lib/contract/webhook-constants";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { RECEIVES_PAYMENTS } from "../domain/receives-payments";
import { auditableAddress } from "../domain/webhook-address";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(ENDPOINT_EVENTS)),
});

/** Adds a webhook endpoint. Its signing secret is in this response and never shown again. */
export function createWebhook(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"webhooks.create">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.create",
    permission: "manage_webhooks",
    action: "webhook_create",
    input: inputSchema,
    gives: () => RECEIVES_PAYMENTS,
    subject: (given) => ({ kind: "webhook", id: given === null ? "" : auditableAddress(given.url) }),
    detail: ({ description, events }) => ({ description, events: events.join(", ") }),
    fields: (given) => given,
    detailOf: ({ endpoint_id: endpointId }) => ({ endpointId }),
  });
}
