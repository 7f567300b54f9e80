import type { WorkKind } from "@/lib/queues/work-kinds";
import { type Db, prepared } from "@/server/platform/pool";
import type { WorkItem } from "../domain/work-item";
import { ITEMS, nothingOf, SELECT, valuesOf } from "./items-sql";

/** More of one payment are not listed. */
const MOST_OF_PAYMENT = 20;

const OF_PAYMENT = prepared(`with ${ITEMS} ${SELECT}
  where transaction_id = $5 and kind = any($6) order by since, kind, item_id limit ${String(MOST_OF_PAYMENT)}`);

/**
 * Open items about a payment or its refunds, of these kinds, oldest first; of the service's items those that people have
 * touched, as they were then.
 */
export async function listWorkOfPayment(
  db: Db,
  now: Date,
  serviceAddress: string,
  of: { transactionId: string; kinds: readonly WorkKind[] },
): Promise<WorkItem[]> {
  const values = [...valuesOf(now, nothingOf(serviceAddress)), of.transactionId, of.kinds];
  const { rows } = await db.query<WorkItem>({ ...OF_PAYMENT, values });
  return rows;
}

const INTENT = "from refund_intents i where i.service_address = $3 and i.refund_id = $5";

const OF_REFUND = prepared(`with ${ITEMS} ${SELECT}
  where transaction_id = (select i.transaction_id ${INTENT}) and kind = any($6) and kind in ('refund', 'request')
    and item_id = any(array(select i.id::text ${INTENT} union all
      select r.id::text from refund_requests r where r.intent_id = (select i.id ${INTENT})))
  order by since, kind, item_id`);

/** Open items about a refund that was made here, and about the request that it answers. */
export async function listWorkOfRefund(
  db: Db,
  now: Date,
  serviceAddress: string,
  of: { refundId: string; kinds: readonly WorkKind[] },
): Promise<WorkItem[]> {
  const values = [...valuesOf(now, nothingOf(serviceAddress)), of.refundId, of.kinds];
  const { rows } = await db.query<WorkItem>({ ...OF_REFUND, values });
  return rows;
}

const ASSIGNEES = prepared(`with ${ITEMS}
  select item_id as "itemId", assignee_id as "personId", assignee_name as name from items
  where kind = $5 and item_id = any($6)`);

/** Who has which of these items, as far as they are open; of the service's items, those that people have touched. */
export async function assigneesOf(
  db: Db,
  now: Date,
  serviceAddress: string,
  items: { kind: WorkKind; ids: readonly string[] },
): Promise<{ itemId: string; personId: string | null; name: string | null }[]> {
  const values = [...valuesOf(now, nothingOf(serviceAddress)), items.kind, items.ids];
  const { rows } = await db.query<{ itemId: string; personId: string | null; name: string | null }>({
    ...ASSIGNEES,
    values,
  });
  return rows;
}
