import type { RefundStatus } from "@/lib/contract/statuses";
import * as store from "../../store/refunds/reversal-search";
import type { Deps } from "../deps";
import { onePage } from "../one-page";

export type ReversalPage = {
  reversals: store.FoundReversal[];
  /** The cursor of the next page; null on the last one. */
  next: store.ReversalPosition | null;
};

/** Reversals of late payments (decision 0004), failed ones first: a person has to send those manually. */
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
