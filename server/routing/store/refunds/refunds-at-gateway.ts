import { checkedOnRow } from "@/server/platform/checked-on-row";
import type { Db } from "@/server/platform/pool";
import type { Refund } from "../../domain/refunds/refund";

/** More than one charge ever has at once; bounds the effect of one notification. */
const LIMIT = 20;

/** Only in the account whose signature was right. */
const IN_ACCOUNT = checkedOnRow(
  `p.gateway_account is not distinct from $6::integer and ($5::integer is null or p.merchant_id = $5)`,
);

/**
 * The refunds and reversals that a gateway's notification concerns, in the environment's account those of any merchant, else those of the merchant's `own`: by the gateway's own id, or, while
 * that is not stored, those of the charge that have none yet. Runs before the merchant is known, like the lookup of a
 * key.
 */
export async function findRefundsAtGateway(
  db: Db,
  { gateway, own }: { gateway: string; own: { merchantId: number; account: number } | null },
  ids: { gatewayRefundId: string; gatewayTransactionId: string | null },
): Promise<Pick<Refund, "merchantId" | "id">[]> {
  const values = [
    gateway,
    ids.gatewayRefundId,
    ids.gatewayTransactionId,
    LIMIT,
    own?.merchantId ?? null,
    own?.account ?? null,
  ];
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `(select r.merchant_id, r.id from refunds r join payments p on p.merchant_id = r.merchant_id and p.id = r.payment_id
      where r.gateway = $1 and r.gateway_refund_id = $2 and ${IN_ACCOUNT} limit $4)
     union
     (select r.merchant_id, r.id from payments p
      join refunds r on r.merchant_id = p.merchant_id and r.payment_id = p.id
      where p.gateway = $1 and p.gateway_transaction_id = $3 and ${IN_ACCOUNT}
        and ${checkedOnRow("r.kind = 'refund' and r.gateway_refund_id is null and r.completed_at is null")} limit $4)
     union
     (select r.merchant_id, r.id from refunds r join payments p on p.merchant_id = r.merchant_id and p.id = r.payment_id
      where r.gateway = $1 and r.charge = $3 and ${IN_ACCOUNT}
        and ${checkedOnRow("r.gateway_refund_id is null and r.completed_at is null")} limit $4)`,
    values,
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}
