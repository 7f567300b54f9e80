import type { Db } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";

/** A charge is of one payment; the limit bounds the effect of one notification. */
const LIMIT = 5;

/** The payments that a gateway's charge paid, or came too late for. Runs before the merchant is known, like the lookup of a key. */
export async function findPaymentsOfCharge(
  db: Db,
  gateway: string,
  gatewayTransactionId: string,
): Promise<Pick<Payment, "merchantId" | "id">[]> {
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `(select merchant_id, id from payments where gateway_transaction_id = $2 and gateway = $1 limit $3)
     union
     (select merchant_id, payment_id from refunds where charge = $2 and gateway = $1 limit $3)`,
    [gateway, gatewayTransactionId, LIMIT],
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}
