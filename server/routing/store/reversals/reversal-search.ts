import type { RefundStatus } from "@/lib/contract/statuses";
import type { Db } from "@/server/platform/pool";
import type { Reversal } from "../../domain/reversals/reversal";
import { reversalFromRow, type ReversalRow } from "./reversals";

/** The index has the same expression. Failed reversals come first: only a person can return that money. */
const URGENCY = `(case r.status when 'FAILURE' then 0 when 'SUCCESS' then 2 else 1 end)`;

/**
 * The position of a reversal in the list. The cursor stores the position as it was, because a reversal that becomes
 * final moves in the list.
 */
export type ReversalPosition = {
  urgency: number;
  requestedAt: Date;
  paymentId: string;
  gatewayTransactionId: string;
};

export type FoundReversal = { reversal: Reversal; reference: string; position: ReversalPosition };

/** Sorts by urgency, then newest first; `after` is the position of the last one of the previous page. */
export async function searchReversals(
  db: Db,
  merchantId: number,
  filter: { statuses: readonly RefundStatus[] | null; paymentId: string | null },
  page: { after: ReversalPosition | null; limit: number },
): Promise<FoundReversal[]> {
  const { after } = page;
  const { rows } = await db.query<ReversalRow & { merchant_transaction_id: string; urgency: number }>(
    `select r.*, p.merchant_transaction_id, ${URGENCY} as urgency
     from reversals r join payments p on p.merchant_id = r.merchant_id and p.id = r.payment_id
     where r.merchant_id = $1
       and ($2::text[] is null or r.status = any($2))
       and ($3::text is null or r.payment_id = $3)
       and ($4::integer is null or (${URGENCY} >= $4 and (${URGENCY} > $4
         or (r.requested_at, r.payment_id, r.gateway_transaction_id) < ($5, $6, $7))))
     order by ${URGENCY}, r.requested_at desc, r.payment_id desc, r.gateway_transaction_id desc limit $8`,
    [
      merchantId,
      filter.statuses,
      filter.paymentId,
      after?.urgency ?? null,
      after?.requestedAt ?? null,
      after?.paymentId ?? null,
      after?.gatewayTransactionId ?? null,
      page.limit,
    ],
  );
  return rows.map((row) => {
    const reversal = reversalFromRow(row);
    const { requestedAt, paymentId, gatewayTransactionId } = reversal;
    const position = { urgency: row.urgency, requestedAt, paymentId, gatewayTransactionId };
    return { reversal, reference: row.merchant_transaction_id, position };
  });
}
