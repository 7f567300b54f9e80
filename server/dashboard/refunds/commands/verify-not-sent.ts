import { formatPaise } from "@/lib/money";
import type { Ctx } from "../../context";
import type { RefundIntent } from "../domain/refund-intent";
import { balanceExcludes, mayBe } from "../domain/unknown-refund";
import { refundsOfPayment, troubleWithKey, unowned } from "../../payments";
import { spentOfPayment } from "../queries/spent-of-payment";
import type { Verified } from "./verify-refund-id";

/**
 * Whether the service now shows anything against "it was not sent": a refund in its list that may be this one, or a
 * balance with more refunded than the dashboard knows. A service that offers neither shows nothing against it; one that
 * does not respond resolves nothing.
 */
export async function verifyNotSent(ctx: Ctx, intent: RefundIntent): Promise<Verified> {
  // A call of the specification itself: it tells a service with few operations from an unavailable one.
  const trouble = await troubleWithKey(ctx, intent);
  if (trouble?.kind === "payment_gone") return trouble;
  if (trouble !== null) return { kind: "trouble", trouble };
  const capabilities = await ctx.routing.capabilities();
  if (!capabilities.isKnown) return { kind: "trouble", trouble: { kind: "unavailable" } };

  if (capabilities.offers("refunds.search")) {
    const list = await refundsOfPayment(ctx, intent.transactionId);
    if (list.kind === "trouble") return list;
    const candidate = (await unowned(ctx, intent, list.refunds)).find((refund) => mayBe(refund, intent));
    if (candidate !== undefined) {
      return { kind: "contradicted", by: "search", refundId: candidate.refund_id };
    }
  } else if (capabilities.offers("refunds.balance")) {
    const spent = await spentOfPayment(ctx, intent);
    if (spent.kind === "trouble") return spent;
    if (!balanceExcludes(spent.spentPaise, spent.knownPaise, intent.amountPaise)) {
      const unexplained = formatPaise(spent.spentPaise - spent.knownPaise);
      return { kind: "contradicted", by: "balance", unexplained };
    }
  }
  return { kind: "answer", answer: { state: "NOT_SENT", trouble: { kind: "unavailable" } } };
}
