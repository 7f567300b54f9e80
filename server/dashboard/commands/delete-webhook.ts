import { z } from "zod";
import type { OpsResult } from "@/lib/contract/ops";
import type { DeedOutcome } from "@/lib/ops-outcomes";
import type { Ctx } from "../context";
import { auditableAddress } from "../domain/webhook-address";
import { doAtService } from "./do-at-service";

/** `url` is only written down: the log still says what was removed. */
const inputSchema = z.object({ endpointId: z.string().min(1), url: z.string() });

/** Removes a webhook endpoint; what waits for it is set aside. */
export function deleteWebhook(ctx: Ctx, input: unknown): Promise<DeedOutcome<OpsResult<"webhooks.delete">>> {
  return doAtService(ctx, input, {
    operation: "webhooks.delete",
    permission: "manage_webhooks",
    deed: "webhook_delete",
    input: inputSchema,
    subject: (given) => ({ kind: "webhook", id: given?.endpointId ?? "" }),
    detail: ({ url }) => ({ url: auditableAddress(url) }),
    fields: ({ endpointId }) => ({ endpoint_id: endpointId }),
  });
}
