import type { RefundStatus } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import type { Refund } from "../../domain/refunds/refund";
import { refundFromRow, type RefundRow } from "./refunds";

/** The index has the same expression. Failed reversals come first: only a person can return that money. */
const URGENCY = `(case status when 'FAILURE' then 0 when 'SUCCESS' then 2 else 1 end)`;

/**
 * The position of a reversal in the list. The cursor stores the position as it was, because a reversal that becomes
 * final moves in the list.
 */
export type ReversalPosition = { urgency: number; requestedAt: Date; id: string };

export type FoundReversal = { reversal: Refund; position: ReversalPosition };

/** Sorts by urgency, then newest first; `after` is the position of the last one of the previous page. */
export async function searchReversals(
  db: Db,
  merchantId: number,
  filter: { statuses: readonly RefundStatus[] | null; paymentId: string | null },
  page: { after: ReversalPosition | null; limit: number },
): Promise<FoundReversal[]> {
  const { after } = page;
  const { rows } = await db.query<RefundRow & { urgency: number }>(
    `select *, ${URGENCY} as urgency from refunds
     where merchant_id = $1 and kind = 'reversal'
       and ($2::text[] is null or status = any($2))
       and ($3::text is null or payment_id = $3)
       and ($4::integer is null or (${URGENCY} >= $4 and (${URGENCY} > $4 or (requested_at, id) < ($5, $6))))
     order by ${URGENCY}, requested_at desc, id desc limit $7`,
    [
      merchantId,
      filter.statuses,
      filter.paymentId,
      after?.urgency ?? null,
      after?.requestedAt ?? null,
      after?.id ?? null,
      page.limit,
    ],
  );
  return rows.map((row) => {
    const reversal = refundFromRow(row);
    const { requestedAt, id } = reversal;
    return { reversal, position: { urgency: row.urgency, requestedAt, id } };
  });
}

export async function hasReversal(db: Db, merchantId: number, paymentId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from refunds where merchant_id = $1 and payment_id = $2 and kind = 'reversal' limit 1`,
    [merchantId, paymentId],
  );
  return rows.length > 0;
}
