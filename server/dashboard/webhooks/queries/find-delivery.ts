import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";

/** One delivery with its body, and every attempt's request and response. */
export async function findDelivery(
  ctx: Ctx,
  deliveryId: string,
): Promise<OpsRead<OpsResult<"webhooks.delivery">>> {
  await requirePermission(ctx, "manage_webhooks", { kind: "webhook_delivery", id: deliveryId });
  return readOps(ctx, "webhooks.delivery", { delivery_id: deliveryId });
}
