import type { PaymentDetail } from "@/lib/payments/payment-details";
import { type PaymentListView, PAYMENTS_PER_PAGE } from "@/lib/payments/payment-list-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { PaymentFilter } from "../domain/payment-filter";
import { presentPaymentItem } from "../domain/payment-item";
import { serviceErrorOf } from "../../routing-client/answer";
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

  const answer = await ctx.routing.ops("payments.search", {
    ...search.value,
    limit: PAYMENTS_PER_PAGE,
    ...(input.cursor !== null && { cursor: input.cursor }),
  });
  if (answer.kind === "answered") {
    const { payments, next_cursor: nextCursor } = answer.value;
    const now = ctx.clock.now();
    return {
      kind: "listed",
      payments: (await withOwnAmountsOf(ctx, payments))
        .map((payment) => presentPaymentItem(payment, now, input.details))
        .filter(({ state }) => isWanted(input.filter, state.state)),
      nextCursor,
    };
  }
  if (isStateRefused(answer)) return { kind: "filter_not_offered" };
  if (answer.kind === "refused" && answer.refusal.kind === "rejected") {
    const { message, faults } = answer.refusal;
    return faults.some(({ field }) => field === "cursor")
      ? { kind: "unknown_page" }
      : { kind: "refused", words: faults.map(({ field, text }) => `${field}: ${text}`).join(" ") || message };
  }
  return { kind: "service_error", serviceError: serviceErrorOf(answer) };
}
