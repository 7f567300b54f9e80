import { roleAllows } from "@/lib/can";
import { type ColumnLayout, writeAddressColumns } from "@/lib/lists/list-columns";
import { PAYMENT_DETAILS, type PaymentDetail } from "@/lib/payments/payment-details";
import type { SavedViewsView } from "@/lib/views/saved-view-views";
import type { PaymentKinds } from "@/lib/payments/payment-kinds";
import type { PaymentListView, SeenListView } from "@/lib/payments/payment-list-views";
import type { Ctx } from "@/server/dashboard/context";
import {
  type AddressQuery,
  type FilterFault,
  type PaymentFilter,
  writePaymentFilter,
} from "@/server/dashboard/payments/domain/payment-filter";
import { listKinds } from "@/server/dashboard/payments/queries/list-kinds";
import { listPayments } from "@/server/dashboard/payments/queries/list-payments";
import { listSeenPayments } from "@/server/dashboard/payments/queries/list-seen-payments";
import { readColumns } from "@/server/dashboard/views/queries/read-columns";
import { listViews } from "@/server/dashboard/views/queries/list-saved-views";

/** The filter of the address: as written, and as parsed. */
export type ListRequest = {
  query: AddressQuery;
  filter: PaymentFilter;
  faults: readonly FilterFault[];
  cursor: string | null;
  zone: string;
  /** The columns in the address: those of a view. */
  columns: ColumnLayout | null;
  /** A typed filter with names that the list does not have. */
  refused: { text: string; unknown: readonly string[] } | null;
};

/** The address of a narrowed or wider list: with the columns of this one. */
export function listQuery(
  { columns }: Pick<ListRequest, "columns">,
  filter: PaymentFilter,
): Record<string, string | string[]> {
  return {
    ...writePaymentFilter(filter),
    ...(columns !== null && { columns: writeAddressColumns(columns) }),
  };
}

export type ListScreenView = {
  list:
    | Exclude<PaymentListView, { kind: "not_offered" }>
    /** Null: for a filter, which such a list could not apply to the present statuses. */
    | { kind: "not_offered"; seen: SeenListView | null }
    | { kind: "faulty" };
  /** What the filter offers; null where the service cannot filter by them. */
  kinds: PaymentKinds | null;
  savedViews: SavedViewsView;
  /** The columns to show; null for the default ones. */
  layout: ColumnLayout | null;
  readAt: string;
};

/** Searches nothing while a filter is invalid: a wider list than intended would mislead. */
export async function readPaymentList(ctx: Ctx, request: ListRequest): Promise<ListScreenView> {
  const layout = request.columns ?? readColumns(ctx, "payments");
  const [list, kinds, savedViews, shown] = await Promise.all([
    readList(ctx, request, layout),
    listKinds(ctx),
    listViews(ctx, "payments"),
    layout,
  ]);
  return { list, kinds, savedViews, layout: shown, readAt: ctx.clock.now().toISOString() };
}

async function readList(
  ctx: Ctx,
  request: ListRequest,
  layout: ColumnLayout | null | Promise<ColumnLayout | null>,
): Promise<ListScreenView["list"]> {
  const list = await readServiceList(ctx, request, layout);
  if (list.kind !== "not_offered") return list;
  const isFiltered = request.faults.length > 0 || Object.keys(writePaymentFilter(request.filter)).length > 0;
  return { ...list, seen: isFiltered ? null : await listSeenPayments(ctx, request) };
}

async function readServiceList(
  ctx: Ctx,
  { filter, faults, cursor, zone }: ListRequest,
  layout: ColumnLayout | null | Promise<ColumnLayout | null>,
): Promise<PaymentListView | { kind: "faulty" }> {
  if (faults.length === 0) {
    const shown = new Set(await layout);
    // A bulk run from selected rows refunds what is left of each.
    const isNeeded = (detail: PaymentDetail): boolean =>
      detail === "remaining" && roleAllows(ctx.actor.role, "refund_payment");
    const details = PAYMENT_DETAILS.filter((detail) => shown.has(detail) || isNeeded(detail));
    return listPayments(ctx, { filter, cursor, zone, details });
  }
  const { offers } = await ctx.routing.capabilities();
  return offers("payments.search") ? { kind: "faulty" } : { kind: "not_offered" };
}
