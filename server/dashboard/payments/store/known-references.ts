import type { Db } from "@/server/platform/pool";

/** The reference of a payment that was refunded or cancelled in the dashboard; null for any other. */
export async function findKnownReference(
  db: Db,
  payment: { serviceAddress: string; transactionId: string },
): Promise<string | null> {
  const { rows } = await db.query<{ reference: string }>(
    `(select reference from refund_intents where transaction_id = $1 and service_address = $2 limit 1)
     union all
     (select reference from cancellations where transaction_id = $1 limit 1)
     limit 1`,
    [payment.transactionId, payment.serviceAddress],
  );
  return rows[0]?.reference ?? null;
}
