import { CLAIMED_UNTIL, dueRows, type Work } from "@/server/platform/due-rows/due-rows";
import { type Db, prepared } from "@/server/platform/pool";
import type { PlacedRefund, Refund } from "../../domain/refunds/refund";
import { isDistributed } from "../distributed";
import { columnsOf, refundFromRow, type RefundRow } from "./refunds";

type RefundId = Pick<Refund, "merchantId" | "id">;

/** A refund that this worker has. */
export type TakenRefund = PlacedRefund &
  Work & {
    /** The charge that it gives back; null only where it is the payment's, which names none. */
    gatewayTransactionId: string | null;
  };

type TakenRow = RefundRow & {
  gateway_account: number | null;
  gateway_transaction_id: string | null;
};

export const dueRefunds = dueRows<RefundId, TakenRow, TakenRefund>({
  table: "refunds",
  key: [
    { column: "merchant_id", type: "integer", value: ({ merchantId }) => merchantId },
    { column: "id", type: "text", value: ({ id }) => id },
  ],
  lane: "gateway",
  hasAskedAt: true,
  join: { table: "payments p", on: "p.merchant_id = t.merchant_id and p.id = t.payment_id" },
  columns: `${columnsOf("t")}, p.gateway_account,
    coalesce(t.charge, p.gateway_transaction_id) as gateway_transaction_id`,
  fromRow: (row) => ({
    ...refundFromRow(row),
    gatewayAccount: row.gateway_account,
    gatewayTransactionId: row.gateway_transaction_id,
  }),
  isDistributed,
});

const CLAIM_TO_SEND = prepared(
  `update refunds set is_unsent = false, taken_until = ${CLAIMED_UNTIL}
   where merchant_id = $1 and id = $2 and taken_by = $3`,
);

/**
 * Marks a refund as sent and extends its claim; false when its worker has lost it. Commit it before the call: from then on the
 * refund's state at its gateway is unknown.
 */
export async function claimToSend(db: Db, { merchantId, id, claim }: TakenRefund): Promise<boolean> {
  const claimed = await db.query({ ...CLAIM_TO_SEND, values: [merchantId, id, claim.takenBy] });
  return claimed.rowCount === 1;
}
