import type { RefundStatus } from "@/lib/contract/statuses";
import type { Refund } from "../domain/refund";
import * as store from "../store/refunds";
import type { Deps } from "./deps";

export type RefundSearch = {
  paymentId: string | null;
  reference: string | null;
  status: RefundStatus | null;
  /** The last refund id of the page before; null for the first page. */
  cursor: string | null;
  limit: number;
};

/** The ops extension's list of refunds, newest first, in keyset pages. */
export async function searchRefunds(
  deps: Deps,
  merchantId: number,
  search: RefundSearch,
): Promise<{ refunds: Refund[]; nextCursor: string | null }> {
  const found = await store.searchRefunds(deps.pool, merchantId, {
    paymentId: search.paymentId,
    reference: search.reference,
    status: search.status,
    beforeId: search.cursor,
    // One more than asked for tells whether there is a next page.
    limit: search.limit + 1,
  });
  const refunds = found.slice(0, search.limit);
  return { refunds, nextCursor: found.length > search.limit ? (refunds.at(-1)?.id ?? null) : null };
}
