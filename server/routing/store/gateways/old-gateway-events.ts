import type { Db } from "@/server/platform/pool";
import { isDistributed } from "../distributed";

/** Charges whose events are looked at by one statement. */
const AT_ONCE = 1_000;
const CHARGE = "coalesce(original_reference, psp_reference)";

/**
 * Deletes what gateways reported before that time of charges that no payment or reversal here has. Without it the lookup of
 * an earlier refund of a payment that is still here would say that it was never made.
 */
export async function deleteGatewayEventsBefore(db: Db, before: Date): Promise<void> {
  await deleteSharedEvents(db, before);
  await db.query(ofAccounts((await isDistributed(db)) ? "" : "offset 0"), [before]);
  // When an open refund was first sent must stay known, however old it is: it could be made twice.
  await db.query(
    `delete from adyen_refunds where first_sent_at < $1 and idempotency_key not in (
       select merchant_id || ':' || id from refunds
       where completed_at is null or kind = 'reversal' and status <> 'SUCCESS')`,
    [before],
  );
}

/** These events name no merchant. On a Citus they are on the coordinator, and the payments are not: so in steps. */
async function deleteSharedEvents(db: Db, before: Date): Promise<void> {
  for (let last = ""; ;) {
    const { rows } = await db.query<{ charge: string }>(
      `select distinct ${CHARGE} as charge from adyen_events where received_at < $1 and ${CHARGE} > $2
       order by 1 limit ${AT_ONCE}`,
      [before, last],
    );
    const charges = rows.map(({ charge }) => charge);
    const known = await db.query<{ charge: string }>(
      `select gateway_transaction_id as charge from payments where gateway_transaction_id = any($1)
       union select charge from refunds where charge = any($1)`,
      [charges],
    );
    const kept = new Set(known.rows.map(({ charge }) => charge));
    await db.query(`delete from adyen_events where received_at < $1 and ${CHARGE} = any($2)`, [
      before,
      charges.filter((charge) => !kept.has(charge)),
    ]);
    if (charges.length < AT_ONCE) return;
    last = charges.at(-1) ?? last;
  }
}

/**
 * `end`: "offset 0" keeps each subquery a separate lookup by key. A Citus cannot send such a statement to its nodes, where
 * a merchant's events and payments are together.
 */
function ofAccounts(end: "offset 0" | ""): string {
  return `delete from adyen_account_events e where received_at < $1
       and not exists (select 1 from payments p where p.merchant_id = e.merchant_id
         and p.gateway_transaction_id = coalesce(e.original_reference, e.psp_reference) ${end})
       and not exists (select 1 from refunds r where r.merchant_id = e.merchant_id
         and r.charge = coalesce(e.original_reference, e.psp_reference) ${end})`;
}
