import type { PaymentListItem } from "@/lib/payments/payment-list-views";
import { mayBeContact, searchTermsOf } from "@/lib/payments/search-terms";
import { MAX_TOP_HITS, type TopHitsOutcome } from "@/lib/payments/text-search-view";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findInList } from "./find-line";

/**
 * The payments that a text may mean while it is typed, the most exact first. What may be a contact is not searched for: who searches
 * for one is recorded, and typing is no search (0246). Nor is more asked of a service that does not answer.
 */
export async function findTopHits(ctx: Ctx, typed: string): Promise<TopHitsOutcome> {
  if (!(await authorize(ctx, "view_payments", { kind: "payment_list", id: "search" })))
    return { kind: "forbidden" };
  const terms = mayBeContact(typed) ? [] : searchTermsOf(typed);
  if (terms.length === 0 || !(await ctx.routing.capabilities()).offers("payments.search"))
    return { kind: "unknown" };
  const hits = new Map<string, PaymentListItem>();
  for (const term of terms) {
    const found = await findInList(ctx, term);
    if (found.kind === "service_error" && hits.size === 0) return { kind: "unknown" };
    if (found.kind === "service_error") break;
    if (found.kind !== "found") continue;
    for (const payment of found.payments) hits.set(payment.transactionId, payment);
    if (hits.size >= MAX_TOP_HITS) break;
  }
  return { kind: "hits", payments: [...hits.values()].slice(0, MAX_TOP_HITS) };
}
