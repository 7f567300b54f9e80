import type { PaymentState } from "@/lib/payments/payment-state";
import type { ExportFormat, ExportTable } from "../../export/export-table";
import { everyPage, ServiceFailure, type Wait } from "../../export/every-page";
import { type ExportOrder, exportResponse } from "../../export/export-response";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { addNotes, type WithNotes } from "../../notes";
import { type PaymentFilter, writePaymentFilter } from "../domain/payment-filter";
import { type ListedPayment, type ServicePayment, stateOf } from "../domain/payment-item";
import type { CallResult } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { withOwnAmountsOf } from "./with-own-amounts";
import { isWanted, prepareSearch } from "./payment-search";

/** The largest page of the service. */
const PAGE_SIZE = 200;

type Row = WithNotes<ListedPayment & { state: PaymentState }>;
type Column = ExportTable<Row>["columns"][number];

export const PAYMENTS_TABLE: ExportTable<Row> = {
  name: "payments",
  columns: [
    text("transaction_id", (payment) => payment.transaction_id),
    text("merchant_transaction_id", (payment) => payment.merchant_transaction_id),
    { heading: "attempt", kind: "count", cell: ({ row }) => String(row.attempt) },
    text("transaction_status", (payment) => payment.transaction_status),
    text("transaction_date_time", (payment) => payment.transaction_date_time),
    text("completed_at", (payment) => payment.completed_at),
    amount("transaction_amount", (payment) => payment.transaction_amount),
    text("currency", (payment) => payment.currency),
    amount("refunded_amount", (payment) => payment.refunded_amount),
    amount("in_progress_amount", (payment) => payment.in_progress_amount),
    amount("manual_refund_amount", (payment) => payment.manual_refund_amount),
    amount("remaining_amount", (payment) => payment.remaining_amount),
    text("payment_method", (payment) => payment.payment_method),
    text("paid_method", (payment) => payment.paid_method),
    text("card_scheme", (payment) => payment.card_scheme),
    text("issuing_bank", (payment) => payment.issuing_bank),
    text("gateway", (payment) => payment.gateway),
    text("decline_reason", (payment) => payment.decline_reason ?? null),
    text("gateway_transaction_id", (payment) => payment.gateway_transaction_id),
    text("udf1", (payment) => payment.udf1),
    text("udf2", (payment) => payment.udf2),
    text("udf3", (payment) => payment.udf3),
    text("test", (payment) => (payment.test === true ? "test" : null)),
    { heading: "notes", kind: "text", cell: ({ notes }) => notes },
    text("status", (payment) => payment.state),
  ],
};

type Cell = (payment: Row["row"]) => string | null;

function text(heading: string, cell: Cell): Column {
  return { heading, kind: "text", cell: ({ row }) => cell(row) };
}

function amount(heading: string, cell: Cell): Column {
  return { heading, kind: "amount", cell: ({ row }) => cell(row) };
}

type PaymentExport = { kind: "streaming"; response: Response } | { kind: "not_offered" | "expired_search" };

/**
 * Exports all payments that match the filter, newest first, as a file: all pages, not only the one on the screen.
 * Payments created meanwhile are left out. Throws a `ForbiddenError` without the permission to export, a
 * `ServiceFailure` when the service does not return the first page.
 */
export async function exportPayments(ctx: Ctx, input: PaymentExportInput): Promise<PaymentExport> {
  for (const permission of ["view_payments", "export_records"] as const) {
    await requirePermission(ctx, permission, { kind: "export", id: PAYMENTS_TABLE.name });
  }
  const prepared = await preparePaymentExport(ctx, input);
  if (prepared.kind !== "order") return prepared;
  return { kind: "streaming", response: await exportResponse(ctx, prepared.order) };
}

type PaymentExportInput = {
  filter: PaymentFilter;
  format: ExportFormat;
  /** The time zone of relative times in the filter. */
  zone: string;
  wait?: Wait;
  pageSize?: number;
};

/** What to export, without a check of the permission. Throws a `ServiceFailure` when the service does not respond. */
export async function preparePaymentExport(
  ctx: Ctx,
  input: PaymentExportInput,
): Promise<{ kind: "order"; order: ExportOrder<Row> } | { kind: "not_offered" | "expired_search" }> {
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("payments.search")) {
    const missing = notOfferedOr(capabilities);
    if (missing.kind === "service_error") throw new ServiceFailure(missing.serviceError);
    return missing;
  }
  const search = await prepareSearch(ctx, input.filter, input.zone);
  if (!search.ok) return { kind: search.error === "filter_not_offered" ? "not_offered" : search.error };
  const now = ctx.clock.now();
  const from = search.value.created_from ?? null;
  const isFuture = from !== null && Date.parse(from) >= now.getTime();
  const fields = {
    ...(!isFuture && { created_until: now.toISOString() }),
    ...search.value,
    limit: input.pageSize ?? PAGE_SIZE,
  };

  const order: ExportOrder<Row> = {
    format: input.format,
    table: PAYMENTS_TABLE,
    filter: JSON.stringify(writePaymentFilter(input.filter)),
    listPermission: "view_payments",
    rows: (signal) =>
      everyPage<Row>(
        async (cursor) => {
          const page = { ...fields, ...(cursor !== null && { cursor }) };
          return pageOf(ctx, input.filter, await ctx.routing.ops("payments.search", page, { signal }));
        },
        { signal, ...(input.wait !== undefined && { wait: input.wait }) },
      ),
  };
  return { kind: "order", order };
}

async function pageOf(
  ctx: Ctx,
  filter: PaymentFilter,
  response: CallResult<{ payments: ServicePayment[]; next_cursor: string | null }>,
): Promise<CallResult<{ items: Row[]; nextCursor: string | null }>> {
  if (response.kind !== "answered") return response;
  const { payments, next_cursor: nextCursor } = response.value;
  const now = ctx.clock.now();
  const known = (await withOwnAmountsOf(ctx, payments))
    .map((payment) => ({ ...payment, state: stateOf(payment, now).state }))
    .filter(({ state }) => isWanted(filter, state));
  const items = await addNotes(ctx, "payment", known, ({ transaction_id: id }) => [id]);
  return { kind: "answered", value: { items, nextCursor } };
}
