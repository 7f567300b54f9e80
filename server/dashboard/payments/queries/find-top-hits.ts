import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { mayBeContact, searchTermsOf } from "@/lib/payments/search-terms";
import { MAX_TOP_HITS, type TopHitsOutcome } from "@/lib/payments/text-search-view";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findInList } from "./find-line";

/**
 * The payments that a text may mean while it is typed, the most exact first. None for what may be a contact: who searches for one is
 * recorded, and typing is no search (0246). What the service does not answer is missing: the search itself says so.
 */
export async function findTopHits(ctx: Ctx, typed: string): Promise<TopHitsOutcome> {
  if (!(await authorize(ctx, "view_payments", { kind: "payment_list", id: "search" })))
    return { kind: "forbidden" };
  const hits = new Map<string, PaymentListItem>();
  const capabilities = await ctx.routing.capabilities();
  if (!mayBeContact(typed) && capabilities.offers("payments.search")) {
    for (const term of searchTermsOf(typed)) {
      if (hits.size >= MAX_TOP_HITS) break;
      const found = await findInList(ctx, term);
      if (found.kind !== "found") continue;
      for (const payment of found.payments) hits.set(payment.transactionId, payment);
    }
  }
  return { kind: "hits", payments: [...hits.values()].slice(0, MAX_TOP_HITS) };
}
