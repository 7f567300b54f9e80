import type { OpsRead } from "@/lib/ops-outcomes";
import type { WebhookEndpoint } from "@/lib/webhooks";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { withPause } from "../domain/delivery-progress";

/** Every webhook endpoint of the merchant, oldest first. */
export async function listWebhooks(ctx: Ctx): Promise<OpsRead<WebhookEndpoint[]>> {
  await requirePermission(ctx, "manage_webhooks", { kind: "webhook", id: "list" });
  return readEndpoints(ctx);
}

/** One endpoint; the extension has no call for one, and there are at most 20. */
export async function findWebhook(ctx: Ctx, endpointId: string): Promise<OpsRead<WebhookEndpoint>> {
  await requirePermission(ctx, "manage_webhooks", { kind: "webhook", id: endpointId });
  const read = await readEndpoints(ctx);
  if (read.kind !== "found") return read;
  const endpoint = read.value.find((one) => one.endpoint_id === endpointId);
  return endpoint === undefined ? { kind: "not_found" } : { ...read, value: endpoint };
}

/** Reads the endpoints for callers that have checked the permission. */
export async function readEndpoints(ctx: Ctx): Promise<OpsRead<WebhookEndpoint[]>> {
  const read = await readOps(ctx, "webhooks.endpoints", {});
  if (read.kind !== "found") return read;
  const now = ctx.clock.now();
  return { ...read, value: read.value.endpoints.map((endpoint) => withPause(endpoint, now)) };
}
