import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readEndpoints } from "./list-webhooks";
import { readOps } from "../../ops/read-ops";

type DeliveriesResult = OpsResult<"webhooks.deliveries">;
type Delivery = DeliveriesResult["deliveries"][number];
/** The fields of one line of the log. */
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
> & {
  /** The endpoint's URL; null when the endpoint is deleted, or could not be read. */
  url: string | null;
};
export type DeliveryPage = { deliveries: DeliveryRow[]; nextCursor: string | null };
export type DeliveryFilter = OpsArguments<"webhooks.deliveries">;

const PAGE_SIZE = 50;

/** A page of the log of webhooks, newest first. */
export async function listDeliveries(ctx: Ctx, filter: DeliveryFilter): Promise<OpsRead<DeliveryPage>> {
  await requirePermission(ctx, "manage_webhooks", {
    kind: "webhook_delivery",
    id: filter.endpoint_id ?? "list",
  });
  const [read, endpoints] = await Promise.all([
    readOps(ctx, "webhooks.deliveries", { ...filter, limit: PAGE_SIZE }),
    readEndpoints(ctx),
  ]);
  if (read.kind !== "found") return read;
  const urls = new Map(
    endpoints.kind === "found" ? endpoints.value.map(({ endpoint_id, url }) => [endpoint_id, url]) : [],
  );
  const { deliveries, next_cursor: nextCursor } = read.value;
  return {
    ...read,
    value: {
      deliveries: deliveries.map((delivery) => rowOf(delivery, urls.get(delivery.endpoint_id) ?? null)),
      nextCursor,
    },
  };
}

/** Other fields of a delivery are not passed on. */
function rowOf(delivery: Delivery, url: string | null): DeliveryRow {
  const { delivery_id, event, occurred_at, status, merchant_transaction_id } = delivery;
  const { attempts, last_error, last_response_status } = delivery;
  return {
    delivery_id,
    event,
    occurred_at,
    status,
    merchant_transaction_id,
    attempts,
    last_error,
    last_response_status,
    url,
  };
}
