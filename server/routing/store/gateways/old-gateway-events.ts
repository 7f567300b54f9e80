import type { Db } from "@/server/platform/pool";

/**
 * Deletes what gateways reported before that time of charges that no payment or reversal here has. Without it the lookup of
 * an earlier refund of a payment that is still here would say that it was never made.
 */
export async function deleteGatewayEventsBefore(db: Db, before: Date): Promise<void> {
  await db.query(
    `delete from adyen_events e where received_at < $1
       and not exists (select from payments p
         where p.gateway_transaction_id = coalesce(e.original_reference, e.psp_reference) offset 0)
       and not exists (select from reversals v
         where v.gateway_transaction_id = coalesce(e.original_reference, e.psp_reference) offset 0)`,
    [before],
  );
  await db.query(
    `delete from adyen_account_events e where received_at < $1
       and not exists (select from payments p where p.merchant_id = e.merchant_id
         and p.gateway_transaction_id = coalesce(e.original_reference, e.psp_reference) offset 0)
       and not exists (select from reversals v where v.merchant_id = e.merchant_id
         and v.gateway_transaction_id = coalesce(e.original_reference, e.psp_reference) offset 0)`,
    [before],
  );
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
