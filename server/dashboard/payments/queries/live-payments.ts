import type { OpsArguments } from "@/lib/contract/ops";
import type { PaymentDetail } from "@/lib/payments/payment-details";
import { type LivePaymentsView, PAYMENTS_PER_PAGE } from "@/lib/payments/payment-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { PaymentFilter } from "../domain/payment-filter";
import { presentPaymentItem, type ServicePayment } from "../domain/payment-item";
import { isWanted, prepareSearch } from "./payment-search";
import { withOwnAmountsOf } from "./with-own-amounts";

/**
 * What has become of a page of the list since it was read: its payments as they are now, also those that the filter would not find
 * any more, and how many newer ones match. Two searches, each of at most one page. `since`: when the newest payment of the page was
 * created; null where newer ones are not asked for. Unknown while the service limits calls: refunds need them more.
 */
export async function livePayments(
  ctx: Ctx,
  input: {
    filter: PaymentFilter;
    zone: string;
    ids: readonly string[];
    since: string | null;
    details: readonly PaymentDetail[];
  },
): Promise<LivePaymentsView> {
  await requirePermission(ctx, "view_payments", { kind: "payment_list", id: "payments" });
  const { offers } = await ctx.routing.capabilities();
  if (!offers("payments.search") || ctx.routing.areCallsScarce()) return { kind: "unknown" };
  const [shown, newer] = await Promise.all([
    input.ids.length === 0 ? [] : search(ctx, { transaction_ids: [...input.ids] }),
    input.since === null ? [] : searchNewer(ctx, { ...input, since: input.since }),
  ]);
  if (shown === null || newer === null) return { kind: "unknown" };

  const now = ctx.clock.now();
  const known = new Set(input.ids);
  const items = (await withOwnAmountsOf(ctx, [...shown, ...newer])).map((payment) =>
    presentPaymentItem(payment, now, input.details),
  );
  const found = items
    .slice(shown.length)
    .filter(({ transactionId, state }) => !known.has(transactionId) && isWanted(input.filter, state.state));
  return {
    kind: "live",
    rows: items.slice(0, shown.length),
    newer: found.length,
    newestAt: found[0]?.createdAt ?? null,
  };
}

async function searchNewer(
  ctx: Ctx,
  { filter, zone, since }: { filter: PaymentFilter; zone: string; since: string },
): Promise<ServicePayment[] | null> {
  const fields = await prepareSearch(ctx, filter, zone);
  if (!fields.ok) return null;
  const { created_from: from, created_until: until } = fields.value;
  const start = from !== null && from !== undefined && from > since ? from : since;
  // The service refuses an empty time, in which nothing is new.
  if (until !== null && until !== undefined && until <= start) return [];
  return search(ctx, { ...fields.value, created_from: start });
}

/** Null when the service does not say. */
async function search(ctx: Ctx, fields: OpsArguments<"payments.search">): Promise<ServicePayment[] | null> {
  const response = await ctx.routing.ops("payments.search", { ...fields, limit: PAYMENTS_PER_PAGE });
  return response.kind === "answered" ? response.value.payments : null;
}
