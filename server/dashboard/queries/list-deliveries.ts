import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../auth/authorize";
import type { Ctx } from "../context";
import { readOps } from "./read-ops";

export type DeliveryPage = OpsResult<"webhooks.deliveries">;
export type DeliveryFilter = OpsArguments<"webhooks.deliveries">;

const PAGE_SIZE = 50;

/** A page of the log of webhooks, newest first. */
export async function listDeliveries(ctx: Ctx, filter: DeliveryFilter): Promise<OpsRead<DeliveryPage>> {
  await requirePermission(ctx, "manage_webhooks", {
    kind: "webhook_delivery",
    id: filter.endpoint_id ?? "list",
  });
  return readOps(ctx, "webhooks.deliveries", { ...filter, limit: PAGE_SIZE });
}
