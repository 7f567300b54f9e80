import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../../context";
import { auditableAddress } from "../domain/webhook-address";
import { readEndpoints } from "../queries/list-webhooks";
import { doAtService } from "../../ops/do-at-service";

const inputSchema = z.object({ endpointId: z.string().min(1) });

/** Removes a webhook endpoint; its pending deliveries become dead letters. */
export function deleteWebhook(
  ctx: Ctx,
  input: unknown,
): Promise<ActionOutcome<OpsResult<"webhooks.delete">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.delete",
    permission: "manage_webhooks",
    action: "webhook_delete",
    input: inputSchema,
    subject: (given) => ({ kind: "webhook", id: given?.endpointId ?? "" }),
    detail: ({ endpointId }) => whatIsDeleted(ctx, endpointId),
    fields: ({ endpointId }) => ({ endpoint_id: endpointId }),
  });
}

/** Its URL, for the audit log: from the service, not from the browser. Empty when it cannot be read. */
async function whatIsDeleted(ctx: Ctx, endpointId: string): Promise<Record<string, string>> {
  const read = await readEndpoints(ctx);
  const endpoint =
    read.kind === "found" ? read.value.find((one) => one.endpoint_id === endpointId) : undefined;
  return endpoint === undefined ? {} : { url: auditableAddress(endpoint.url) };
}
