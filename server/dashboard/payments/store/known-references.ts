import type { Db } from "@/server/platform/pool";

/** The reference of a payment that this dashboard has seen, or that somebody wanted to refund or cancel here; else null. */
export async function findKnownReference(
  db: Db,
  payment: { serviceAddress: string; transactionId: string },
): Promise<string | null> {
  const { rows } = await db.query<{ reference: string }>(
    `(select reference from seen_payments where service_address = $2 and transaction_id = $1)
     union all
     (select reference from refund_intents where transaction_id = $1 and service_address = $2 limit 1)
     union all
     (select reference from refund_requests where transaction_id = $1 and service_address = $2 limit 1)
     union all
     (select reference from cancellations where transaction_id = $1 limit 1)
     limit 1`,
    [payment.transactionId, payment.serviceAddress],
  );
  return rows[0]?.reference ?? null;
}
