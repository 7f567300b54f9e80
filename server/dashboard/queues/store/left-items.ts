import { type Db, prepared } from "@/server/platform/pool";
import type { OpenItem } from "../domain/work-item";
import { type Fetched, nothingOf, OPEN, quoted, valuesOf } from "./items-sql";
import { STORED_KINDS } from "./sources";

type LeftItem = Omit<OpenItem, "condition" | "team" | "mark" | "since" | "who" | "why" | "notForIds"> & {
  outcome: string | null;
  endedAt: Date | null;
};

/** More items of one person are not looked through. */
const MOST_OF_PERSON = 500;

const LEFT = prepared(`with ${OPEN}
  select kind, service_address as "serviceAddress", item_id as "itemId", reference, transaction_id as "transactionId",
    amount_paise as "amountPaise", currency, is_test as "isTest", outcome, ended_at as "endedAt"
  from (select * from work_items
    where assignee_id = $5::uuid and coalesce(ended_at, 'infinity'::timestamptz) > $6
      and (service_address = '' or service_address = $3)
    order by coalesce(ended_at, 'infinity'::timestamptz) desc limit ${String(MOST_OF_PERSON)}) w
  where not exists (select from open_items o
      where o.kind = w.kind and o.service_address = w.service_address and o.item_id = w.item_id)
  order by coalesce(ended_at, 'infinity'::timestamptz) desc limit $7`);

/** Items of a person that left the queues, newest first; without an outcome until the job has recorded it. */
export async function listLeft(
  db: Db,
  now: Date,
  fetched: Fetched,
  of: { personId: string; from: Date; limit: number },
): Promise<LeftItem[]> {
  const { rows } = await db.query<LeftItem>({
    ...LEFT,
    values: [...valuesOf(now, fetched), of.personId, of.from, of.limit],
  });
  return rows;
}

const TO_END = prepared(`with ${OPEN}
  select kind, array_agg(item_id) as ids from (
    select w.kind, w.item_id from work_items w
    where w.kind in (${quoted(STORED_KINDS)}) and w.ended_at is null and not exists (select from open_items o
      where o.kind = w.kind and o.service_address = w.service_address and o.item_id = w.item_id)
    order by w.since limit $5) left_items
  group by kind`);

/** Touched items of stored kinds that are not open any more and are not recorded as ended, by kind. */
export async function listToEnd(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ kind: (typeof STORED_KINDS)[number]; ids: string[] }[]> {
  const { rows } = await db.query<{ kind: (typeof STORED_KINDS)[number]; ids: string[] }>({
    ...TO_END,
    values: [...valuesOf(now, nothingOf("")), limit],
  });
  return rows;
}

const COME_BACK = prepared(`with ${OPEN}
  update work_items w set ended_at = null, outcome = null
  from open_items o
  where w.ended_at is not null and w.kind = o.kind and w.service_address = o.service_address and w.item_id = o.item_id`);

/** Items that ended and need attention again: a request whose refund failed, a refund that takes too long after all. */
export async function clearEnds(db: Db, now: Date): Promise<void> {
  await db.query({ ...COME_BACK, values: valuesOf(now, nothingOf("")) });
}
