import type { OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import type { DeliveryProgress } from "@/lib/webhooks";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { deliveryProgress } from "../domain/delivery-progress";
import { readEndpoints } from "./list-webhooks";

export type DeliveryView = OpsResult<"webhooks.delivery"> & { progress: DeliveryProgress };

/** One delivery with its body, and every attempt's request and response. */
export async function findDelivery(ctx: Ctx, deliveryId: string): Promise<OpsRead<DeliveryView>> {
  await requirePermission(ctx, "manage_webhooks", { kind: "webhook_delivery", id: deliveryId });
  const [read, endpoints] = await Promise.all([
    readOps(ctx, "webhooks.delivery", { delivery_id: deliveryId }),
    readEndpoints(ctx),
  ]);
  if (read.kind !== "found") return read;
  const known = endpoints.kind === "found" ? endpoints.value : null;
  return { ...read, value: { ...read.value, progress: deliveryProgress(read.value, known) } };
}
