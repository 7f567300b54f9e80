import type { PaymentListView, SavedViewView } from "@/lib/payments/payment-list-views";
import type { Ctx } from "@/server/dashboard/context";
import type {
  AddressQuery,
  FilterFault,
  PaymentFilter,
} from "@/server/dashboard/payments/domain/payment-filter";
import { listPayments } from "@/server/dashboard/payments/queries/list-payments";
import { listViews } from "@/server/dashboard/views/queries/list-saved-views";

/** The filter of the address: as written, and as parsed. */
export type ListRequest = {
  query: AddressQuery;
  filter: PaymentFilter;
  faults: readonly FilterFault[];
  cursor: string | null;
  zone: string;
};

export type ListScreenView = {
  list: PaymentListView | { kind: "faulty" };
  savedViews: SavedViewView[];
  readAt: string;
};

/** Searches nothing while a filter is invalid: a wider list than intended would mislead. */
export async function readPaymentList(ctx: Ctx, request: ListRequest): Promise<ListScreenView> {
  const [list, savedViews] = await Promise.all([readList(ctx, request), listViews(ctx)]);
  return { list, savedViews, readAt: ctx.clock.now().toISOString() };
}

async function readList(
  ctx: Ctx,
  { filter, faults, cursor, zone }: ListRequest,
): Promise<ListScreenView["list"]> {
  if (faults.length === 0) return listPayments(ctx, { filter, cursor, zone });
  const { offers } = await ctx.routing.capabilities();
  return offers("payments.search") ? { kind: "faulty" } : { kind: "not_offered" };
}
