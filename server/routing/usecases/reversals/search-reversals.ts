import type { RefundStatus } from "@/lib/contract/statuses";
import * as store from "../../store/reversals/reversal-search";
import type { Deps } from "../deps";
import { onePage } from "../one-page";

export type ReversalPage = {
  reversals: store.FoundReversal[];
  /** Where the next page begins; null on the last one. */
  next: store.ReversalPosition | null;
};

/** Late money on its way back (decision 0033), what failed first: people have to send it back by hand. */
export async function searchReversals(
  deps: Deps,
  merchantId: number,
  filter: { statuses: readonly RefundStatus[] | null; paymentId: string | null },
  page: { after: store.ReversalPosition | null; limit: number },
): Promise<ReversalPage> {
  const { items, next } = await onePage(
    page.limit,
    (most) => store.searchReversals(deps.pool, merchantId, filter, { after: page.after, limit: most }),
    ({ position }) => position,
  );
  return { reversals: items, next };
}
