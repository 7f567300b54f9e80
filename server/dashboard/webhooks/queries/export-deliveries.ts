import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import { endpointName } from "@/lib/webhooks/endpoint-name";
import type { DeliveryProgress, WebhookEndpoint } from "@/lib/webhooks";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { everyPage, ServiceFailure, type ServicePage, type Wait } from "../../export/every-page";
import { exportResponse } from "../../export/export-response";
import type { ExportColumn, ExportFormat, ExportTable } from "../../export/export-table";
import type { CallResult } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { deliveryProgress } from "../domain/delivery-progress";
import type { DeliveryFilter } from "./list-deliveries";
import { readEndpoints } from "./list-webhooks";

/** The largest page of the service. */
const PAGE_SIZE = 200;

type Delivery = OpsResult<"webhooks.deliveries">["deliveries"][number];
type Row = Delivery & DeliveryProgress;

/** Neither bodies nor URLs: both may contain contacts or secrets. */
export const DELIVERIES_TABLE: ExportTable<Row> = {
  name: "webhook-deliveries",
  columns: [
    text("delivery_id", (row) => row.delivery_id),
    text("endpoint_id", (row) => row.endpoint_id),
    text("endpoint", (row) => (row.endpoint.kind === "known" ? endpointName(row.endpoint) : null)),
    text("event", (row) => row.event),
    text("occurred_at", (row) => row.occurred_at),
    text("merchant_transaction_id", (row) => row.merchant_transaction_id),
    text("transaction_id", (row) => row.transaction_id),
    text("state", (row) => row.state),
    count("attempts", (row) => String(row.attempts)),
    text("last_attempt_at", (row) => row.last_attempt_at),
    count("last_response_status", (row) => row.last_response_status?.toString() ?? null),
    text("last_error", (row) => row.last_error),
    text("next_attempt_at", (row) => row.nextAttemptAt),
    text("completed_at", (row) => row.completed_at),
  ],
};

function text(heading: string, cell: ExportColumn<Row>["cell"]): ExportColumn<Row> {
  return { heading, kind: "text", cell };
}

function count(heading: string, cell: ExportColumn<Row>["cell"]): ExportColumn<Row> {
  return { heading, kind: "count", cell };
}

/**
 * Exports all deliveries that match the filter, newest first, as a file: all pages, and what waits behind a paused
 * endpoint. Later events are left out. Throws a `ForbiddenError` without the permissions, a `ServiceFailure` when the
 * service does not return the first page.
 */
export async function exportDeliveries(
  ctx: Ctx,
  { filter, format, wait }: { filter: DeliveryFilter; format: ExportFormat; wait?: Wait },
): Promise<Response | "not_offered"> {
  await requirePermission(ctx, "manage_webhooks", { kind: "export", id: DELIVERIES_TABLE.name });
  await requirePermission(ctx, "export_records", { kind: "export", id: DELIVERIES_TABLE.name });
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("webhooks.deliveries")) {
    const missing = notOfferedOr(capabilities);
    if (missing.kind === "service_error") throw new ServiceFailure(missing.serviceError);
    return missing.kind;
  }
  const fields = { ...filter, ...untilNow(ctx, filter), cursor: null, limit: PAGE_SIZE };
  return exportResponse(ctx, {
    format,
    table: DELIVERIES_TABLE,
    listPermission: "manage_webhooks",
    filter: recorded(filter),
    rows: (signal) => everyRow(ctx, fields, { signal, ...(wait !== undefined && { wait }) }),
  });
}

type Fields = OpsArguments<"webhooks.deliveries">;

async function* everyRow(
  ctx: Ctx,
  fields: Fields,
  options: { signal: AbortSignal; wait?: Wait },
): AsyncGenerator<Row> {
  const read = await readEndpoints(ctx);
  const endpoints: WebhookEndpoint[] | null = read.kind === "found" ? read.value : null;
  const { signal } = options;
  const deliveries = everyPage<Delivery>(
    async (cursor) => pageOf(await ctx.routing.ops("webhooks.deliveries", { ...fields, cursor }, { signal })),
    options,
  );
  for await (const delivery of deliveries) yield { ...delivery, ...deliveryProgress(delivery, endpoints) };
}

function pageOf(response: CallResult<OpsResult<"webhooks.deliveries">>): CallResult<ServicePage<Delivery>> {
  if (response.kind !== "answered") return response;
  const { deliveries, next_cursor: nextCursor } = response.value;
  return { kind: "answered", value: { items: deliveries, nextCursor } };
}

function untilNow(ctx: Ctx, { from, until }: DeliveryFilter): Pick<DeliveryFilter, "until"> {
  const now = ctx.clock.now();
  const isFuture = typeof from === "string" && Date.parse(from) >= now.getTime();
  return isFuture || typeof until === "string" ? {} : { until: now.toISOString() };
}

function recorded({ cursor: _, ...filter }: DeliveryFilter): string {
  return Object.entries(filter)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(" ");
}
