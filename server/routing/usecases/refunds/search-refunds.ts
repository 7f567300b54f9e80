import type { RefundStatus } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";
import type { Refund } from "../../domain/refunds/refund";
import * as store from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { onePage } from "../one-page";

type RefundSearch = {
  paymentId: string | null;
  reference: string | null;
  status: RefundStatus | null;
  /** The last refund id of the previous page; null for the first page. */
  cursor: string | null;
  limit: number;
};

type RefundPage = { refunds: Refund[]; nextCursor: string | null };

/**
 * Only the format of a cursor is validated: refunds are deleted with their payments, so the last one of a page may no
 * longer exist.
 */
const REFUND_ID = /^RFD\d{21}$/;

/** The ops extension's list of refunds, newest first, in keyset pages. */
export async function searchRefunds(
  deps: Deps,
  merchantId: number,
  search: RefundSearch,
): Promise<Result<RefundPage, { kind: "unknown_cursor" }>> {
  const { cursor, limit, ...filter } = search;
  if (cursor !== null && !REFUND_ID.test(cursor)) return err({ kind: "unknown_cursor" });
  const { items, next } = await onePage(
    limit,
    (most) => store.searchRefunds(deps.pool, merchantId, { ...filter, beforeId: cursor, limit: most }),
    (refund) => refund.id,
  );
  return ok({ refunds: items, nextCursor: next });
}
