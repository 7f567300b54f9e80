import type { PaymentDetail } from "@/lib/payments/payment-details";
import { type PaymentListView, PAYMENTS_PER_PAGE } from "@/lib/payments/payment-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { PaymentFilter } from "../domain/payment-filter";
import { presentPaymentItem } from "../domain/payment-item";
import { serviceErrorOf } from "../../routing-client/call-result";
import { notOfferedOr } from "../../routing-client/capabilities";
import { withOwnAmountsOf } from "./with-own-amounts";
import { isStateRefused, isWanted, prepareSearch } from "./payment-search";

/**
 * One page of the payments that match the filter, newest first. A service without the list gives `not_offered`; if the
 * service rejects the cursor or a value, its error is shown and never mistaken for an empty list.
 */
export async function listPayments(
  ctx: Ctx,
  input: {
    filter: PaymentFilter;
    cursor: string | null;
    zone: string;
    /** What the columns shown need. */
    details?: readonly PaymentDetail[];
  },
): Promise<PaymentListView> {
  await requirePermission(ctx, "view_payments", { kind: "payment_list", id: "payments" });
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.offers("payments.search")) return notOfferedOr(capabilities);
  const search = await prepareSearch(ctx, input.filter, input.zone);
  if (!search.ok) return { kind: search.error };

  const response = await ctx.routing.ops("payments.search", {
    ...search.value,
    limit: PAYMENTS_PER_PAGE,
    ...(input.cursor !== null && { cursor: input.cursor }),
  });
  if (response.kind === "answered") {
    const { payments, next_cursor: nextCursor } = response.value;
    const now = ctx.clock.now();
    return {
      kind: "listed",
      payments: (await withOwnAmountsOf(ctx, payments))
        .map((payment) => presentPaymentItem(payment, now, input.details))
        .filter(({ state }) => isWanted(input.filter, state.state)),
      nextCursor,
    };
  }
  if (isStateRefused(response)) return { kind: "filter_not_offered" };
  if (response.kind === "refused" && response.refusal.kind === "rejected") {
    const { message, faults } = response.refusal;
    return faults.some(({ field }) => field === "cursor")
      ? { kind: "unknown_page" }
      : { kind: "refused", words: faults.map(({ field, text }) => `${field}: ${text}`).join(" ") || message };
  }
  return { kind: "service_error", serviceError: serviceErrorOf(response) };
}
