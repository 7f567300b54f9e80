import { checkedOnRow } from "@/server/platform/checked-on-row";
import type { Db } from "@/server/platform/pool";
import type { Refund } from "../../domain/refunds/refund";
import type { Reversal } from "../../domain/reversals/reversal";

/** More than one charge ever has at once; bounds the effect of one notification. */
const LIMIT = 20;

/**
 * The refunds and reversals that a gateway's notification concerns, of any merchant: by the gateway's own id, or, while
 * that is not stored, those of the charge that have none yet. Runs before the merchant is known, like the lookup of a
 * key.
 */
export async function findRefundsAtGateway(
  db: Db,
  gateway: string,
  ids: { gatewayRefundId: string; gatewayTransactionId: string | null },
): Promise<{
  refunds: Pick<Refund, "merchantId" | "id">[];
  reversals: Pick<Reversal, "merchantId" | "paymentId" | "gatewayTransactionId">[];
}> {
  const values = [gateway, ids.gatewayRefundId, ids.gatewayTransactionId, LIMIT];
  const refunds = await db.query<{ merchant_id: number; id: string }>(
    `(select merchant_id, id from refunds where gateway = $1 and gateway_refund_id = $2 limit $4)
     union
     (select r.merchant_id, r.id from payments p
      join refunds r on r.merchant_id = p.merchant_id and r.payment_id = p.id
      where p.gateway = $1 and p.gateway_transaction_id = $3
        and ${checkedOnRow("r.gateway_refund_id is null and r.completed_at is null")} limit $4)`,
    values,
  );
  const reversals = await db.query<{
    merchant_id: number;
    payment_id: string;
    gateway_transaction_id: string;
  }>(
    `(select merchant_id, payment_id, gateway_transaction_id from reversals
      where gateway = $1 and gateway_refund_id = $2 limit $4)
     union
     (select merchant_id, payment_id, gateway_transaction_id from reversals
      where gateway = $1 and gateway_transaction_id = $3
        and ${checkedOnRow("gateway_refund_id is null and completed_at is null")} limit $4)`,
    values,
  );
  return {
    refunds: refunds.rows.map((row) => ({ merchantId: row.merchant_id, id: row.id })),
    reversals: reversals.rows.map((row) => ({
      merchantId: row.merchant_id,
      paymentId: row.payment_id,
      gatewayTransactionId: row.gateway_transaction_id,
    })),
  };
}
