import { formatPaise } from "@/lib/money";
import type { Ctx } from "../../context";
import type { RefundIntent } from "../domain/refund-intent";
import { balanceExcludes, mayBe } from "../domain/unknown-refund";
import { refundsOfPayment, serviceErrorOfKey, unowned } from "../../payments";
import { spentOfPayment } from "../queries/spent-of-payment";
import type { Verified } from "./verify-refund-id";

/**
 * Whether the service now shows anything against "it was not sent": a refund in its list that may be this one, or a
 * balance with more refunded than the dashboard knows. A service that offers neither shows nothing against it; one that
 * does not respond resolves nothing.
 */
export async function verifyNotSent(ctx: Ctx, intent: RefundIntent): Promise<Verified> {
  // A call of the specification itself: it tells a service with few operations from an unavailable one.
  const serviceError = await serviceErrorOfKey(ctx, intent);
  if (serviceError?.kind === "payment_gone") return serviceError;
  if (serviceError !== null) return { kind: "service_error", serviceError };
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.isKnown) return { kind: "service_error", serviceError: { kind: "unavailable" } };

  if (capabilities.offers("refunds.search")) {
    const list = await refundsOfPayment(ctx, intent.transactionId);
    if (list.kind === "service_error") return list;
    const candidate = (await unowned(ctx, intent, list.refunds)).find((refund) => mayBe(refund, intent));
    if (candidate !== undefined) {
      return { kind: "contradicted", by: "search", refundId: candidate.refund_id };
    }
  } else if (capabilities.offers("refunds.balance")) {
    const spent = await spentOfPayment(ctx, intent);
    if (spent.kind === "service_error") return spent;
    if (!balanceExcludes(spent.spentPaise, spent.knownPaise, intent.amountPaise)) {
      const unexplained = formatPaise(spent.spentPaise - spent.knownPaise);
      return { kind: "contradicted", by: "balance", unexplained };
    }
  }
  return { kind: "answer", response: { state: "NOT_SENT", serviceError: { kind: "unavailable" } } };
}
