import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../auth/authorize";
import type { Ctx } from "../context";
import { readOps } from "./read-ops";

type Told = OpsResult<"webhooks.deliveries">;
type Delivery = Told["deliveries"][number];
/** What a line of the log shows. */
export type DeliveryRow = Pick<
  Delivery,
  | "delivery_id"
  | "event"
  | "occurred_at"
  | "status"
  | "merchant_transaction_id"
  | "attempts"
  | "last_error"
  | "last_response_status"
>;
export type DeliveryPage = { deliveries: DeliveryRow[]; nextCursor: string | null };
export type DeliveryFilter = OpsArguments<"webhooks.deliveries">;

const PAGE_SIZE = 50;

/** A page of the log of webhooks, newest first. */
export async function listDeliveries(ctx: Ctx, filter: DeliveryFilter): Promise<OpsRead<DeliveryPage>> {
  await requirePermission(ctx, "manage_webhooks", {
    kind: "webhook_delivery",
    id: filter.endpoint_id ?? "list",
  });
  const read = await readOps(ctx, "webhooks.deliveries", { ...filter, limit: PAGE_SIZE });
  if (read.kind !== "found") return read;
  const { deliveries, next_cursor: nextCursor } = read.value;
  return { ...read, value: { deliveries: deliveries.map(rowOf), nextCursor } };
}

/** Whatever else a service tells of a delivery stays here. */
function rowOf(told: Delivery): DeliveryRow {
  const { delivery_id, event, occurred_at, status, merchant_transaction_id } = told;
  const { attempts, last_error, last_response_status } = told;
  return {
    delivery_id,
    event,
    occurred_at,
    status,
    merchant_transaction_id,
    attempts,
    last_error,
    last_response_status,
  };
}
