import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { OpsRead } from "@/lib/ops-outcomes";
import type { DeliveryProgress, DeliveryQueue, WebhookEndpoint } from "@/lib/webhooks";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readOps } from "../../ops/read-ops";
import { deliveryProgress } from "../domain/delivery-progress";
import { readEndpoints } from "./list-webhooks";

type DeliveriesResult = OpsResult<"webhooks.deliveries">;
type Delivery = DeliveriesResult["deliveries"][number];
/** The fields of one line of the log. */
export type DeliveryRow = DeliveryProgress &
  Pick<
    Delivery,
    | "delivery_id"
    | "event"
    | "occurred_at"
    | "transaction_id"
    | "merchant_transaction_id"
    | "attempts"
    | "last_error"
    | "last_response_status"
  >;
export type DeliveryPage = {
  deliveries: DeliveryRow[];
  nextCursor: string | null;
  /** What waits behind paused endpoints; it is among `deliveries` only when the filter asks for it. */
  queues: DeliveryQueue[];
};
export type DeliveryFilter = OpsArguments<"webhooks.deliveries">;

const PAGE_SIZE = 50;

/**
 * A page of the log of webhooks, newest first. What waits behind a paused endpoint is a number instead of rows, except
 * for a search by reference, which must find it.
 */
export async function listDeliveries(ctx: Ctx, filter: DeliveryFilter): Promise<OpsRead<DeliveryPage>> {
  await requirePermission(ctx, "manage_webhooks", {
    kind: "webhook_delivery",
    id: filter.endpoint_id ?? "list",
  });
  const [first, read] = await Promise.all([readPage(ctx, filter), readEndpoints(ctx)]);
  const endpoints = read.kind === "found" ? read.value : null;
  const queues = queuesOf(endpoints ?? [], filter.endpoint_id ?? null);
  const isQueueHidden = queues.length > 0 && mayHideQueue(filter);
  const page = isQueueHidden ? await readPage(ctx, { ...filter, queued: false }) : first;
  if (page.kind !== "found") return page;
  const { deliveries, next_cursor: nextCursor } = page.value;
  const rows = deliveries.map((delivery) => rowOf(delivery, deliveryProgress(delivery, endpoints)));
  return {
    ...page,
    value: { deliveries: rows, nextCursor, queues: isQueueHidden || filter.queued === true ? queues : [] },
  };
}

function readPage(ctx: Ctx, filter: DeliveryFilter): Promise<OpsRead<DeliveriesResult>> {
  return readOps(ctx, "webhooks.deliveries", { ...filter, limit: PAGE_SIZE });
}

/** The service counts what waits only while the endpoint is paused. */
function queuesOf(endpoints: readonly WebhookEndpoint[], endpointId: string | null): DeliveryQueue[] {
  return endpoints.flatMap((endpoint): DeliveryQueue[] => {
    const { endpoint_id: id, url, description, isPaused } = endpoint;
    const { queued_deliveries: count = 0, held_until: pausedUntil } = endpoint;
    if (!isPaused || count === 0 || pausedUntil === null) return [];
    if (endpointId !== null && endpointId !== id) return [];
    return [{ endpoint: { kind: "known", id, url, description }, count, pausedUntil }];
  });
}

function mayHideQueue({ queued, status, merchant_transaction_id: reference }: DeliveryFilter): boolean {
  const hasPending = (status ?? null) === null || status === "WAITING";
  return typeof queued !== "boolean" && (reference ?? null) === null && hasPending;
}

/** Other fields of a delivery are not passed on. */
function rowOf(delivery: Delivery, progress: DeliveryProgress): DeliveryRow {
  const { delivery_id, event, occurred_at, transaction_id, merchant_transaction_id } = delivery;
  const { attempts, last_error, last_response_status } = delivery;
  return {
    ...progress,
    delivery_id,
    event,
    occurred_at,
    transaction_id,
    merchant_transaction_id,
    attempts,
    last_error,
    last_response_status,
  };
}
