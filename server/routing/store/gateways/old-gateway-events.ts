import type { Db } from "@/server/platform/pool";

/**
 * Deletes what gateways reported before that time. Refunds of a payment are reported after it, so a payment that is
 * still here keeps what was reported of its refunds.
 */
export async function deleteGatewayEventsBefore(db: Db, before: Date): Promise<void> {
  await db.query("delete from adyen_events where received_at < $1", [before]);
  // When an open refund was first sent must stay known, however old it is: it could be made twice.
  await db.query(
    `delete from adyen_refunds where first_sent_at < $1 and idempotency_key not in (
       select merchant_id || ':' || id from refunds where completed_at is null
       union all
       select merchant_id || ':' || payment_id || ':' || gateway_transaction_id from reversals
       where status <> 'SUCCESS')`,
    [before],
  );
}
