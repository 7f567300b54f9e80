import type { Role } from "@/lib/can";
import { mayView, type WorkKind, type WorkOutcome } from "@/lib/queues/work-kinds";
import type { WorkState } from "@/lib/queues/work-views";
import type { Db } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";
import type { OpenItem, WorkKey } from "../domain/work-item";
import { SOURCES, type STORED_KINDS } from "./sources";

export type WorkChange = {
  assigneeId: string | null;
  state: WorkState;
  reason: string | null;
  stateById: string | null;
  stateAt: Date | null;
  returnsAt: Date | null;
};

/**
 * Stores what a person decided about an item, if nobody changed it since the version that they saw; else false. Of two
 * people at once the second waits for the first, and then finds another version.
 */
export async function writeWork(
  db: Db,
  item: OpenItem & { version: number; assigneeId: string | null },
  change: WorkChange,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into work_items as w (kind, service_address, item_id, version, assignee_id, assigned_at, state, reason,
       state_by, state_at, mark, returns_at, team, condition, since, reference, transaction_id, amount_paise, currency, is_test)
     select $1, $2, $3, 1, $5::uuid, case when $5::uuid is null then null else $6::timestamptz end, $7, $8, $9::uuid, $10,
       $11, $12, $13, $14, $15, $16, $17, $18, $19, $20
     where $4::integer = 0 or exists (select from work_items where kind = $1 and service_address = $2 and item_id = $3)
     on conflict (kind, service_address, item_id) do update set
       version = w.version + 1, assignee_id = excluded.assignee_id,
       assigned_at = case when w.assignee_id is not distinct from excluded.assignee_id then w.assigned_at
         else excluded.assigned_at end,
       state = excluded.state, reason = excluded.reason, state_by = excluded.state_by, state_at = excluded.state_at,
       mark = excluded.mark, returns_at = excluded.returns_at, team = excluded.team, condition = excluded.condition,
       since = excluded.since, reference = excluded.reference, transaction_id = excluded.transaction_id,
       amount_paise = excluded.amount_paise, currency = excluded.currency, is_test = excluded.is_test,
       ended_at = null, outcome = null
     where w.version = $4`,
    [
      item.kind,
      item.serviceAddress,
      item.itemId,
      item.version,
      change.assigneeId,
      at,
      change.state,
      change.reason,
      change.stateById,
      change.stateAt,
      item.mark,
      change.returnsAt,
      item.team,
      item.condition,
      item.since,
      item.reference,
      item.transactionId,
      item.amountPaise,
      item.currency,
      item.isTest,
    ],
  );
  return rowCount === 1;
}

/**
 * A person to whom an item may be assigned, by role; null for anybody else. Locks the row: who is being deactivated is
 * seen as that, and who was assigned to meanwhile is unassigned by it.
 */
export async function lockAssignable(
  db: Db,
  personId: string,
  kind: WorkKind,
): Promise<{ id: string; name: string } | null> {
  const { rows } = await db.query<{ id: string; name: string; role: Role }>(
    `select p.id, p.name, ${roleOf("p")} as role from people p
     where p.id = $1 and p.deactivated_at is null and p.activated_at is not null for share`,
    [personId],
  );
  const person = rows[0];
  return person !== undefined && mayView(person.role, kind) ? { id: person.id, name: person.name } : null;
}

const MAX_PEOPLE = 500;

/** Active people who have signed in before, by name. */
export async function listActivePeople(db: Db): Promise<{ personId: string; name: string; role: Role }[]> {
  const { rows } = await db.query<{ personId: string; name: string; role: Role }>(
    `select p.id as "personId", p.name, ${roleOf("p")} as role from people p
     where p.deactivated_at is null and p.activated_at is not null order by lower(p.name), p.id limit $1`,
    [MAX_PEOPLE],
  );
  return rows;
}

type Unassigned = Pick<OpenItem, "kind" | "itemId" | "reference" | "transactionId">;

/** Takes all items of these kinds from a person; those that are still in a queue are returned. */
export async function clearAssignee(
  db: Db,
  personId: string,
  kinds: readonly WorkKind[],
): Promise<Unassigned[]> {
  const { rows } = await db.query<Unassigned>(
    `update work_items set assignee_id = null, assigned_at = null, version = version + 1
     where assignee_id = $1 and ended_at is null and kind = any($2::text[])
     returning kind, item_id as "itemId", reference, transaction_id as "transactionId"`,
    [personId, kinds],
  );
  return rows;
}

/** Records why items of a stored kind have left. */
export async function endStored(
  db: Db,
  kind: (typeof STORED_KINDS)[number],
  ids: readonly string[],
  at: Date,
): Promise<void> {
  await db.query(
    `update work_items w set ended_at = $3, outcome = coalesce(e.outcome, 'gone')
     from unnest($2::text[]) as l (item_id)
     left join (${SOURCES[kind].ended.replaceAll("$1", "$2")}) e on e.item_id = l.item_id
     where w.kind = $1 and w.item_id = l.item_id and w.ended_at is null`,
    [kind, ids, at],
  );
}

/** Touched items of a kind of the service that are not recorded as ended, oldest first. */
export async function listTouched(
  db: Db,
  kind: WorkKind,
  serviceAddress: string,
  limit: number,
): Promise<{ itemId: string }[]> {
  const { rows } = await db.query<{ itemId: string }>(
    `select item_id as "itemId" from work_items
     where kind = $1 and service_address = $2 and ended_at is null order by since limit $3`,
    [kind, serviceAddress, limit],
  );
  return rows;
}

export async function endOne(db: Db, key: WorkKey, outcome: WorkOutcome, at: Date): Promise<void> {
  await db.query(
    `update work_items set ended_at = $4, outcome = $5
     where kind = $1 and service_address = $2 and item_id = $3 and ended_at is null`,
    [key.kind, key.serviceAddress, key.itemId, at, outcome],
  );
}

/** Deletes what ended before a time; the audit log has its history. */
export async function deleteEndedBefore(db: Db, before: Date): Promise<void> {
  await db.query("delete from work_items where ended_at < $1", [before]);
}

/** Whether a person has items that the service lists. */
export async function hasItemsAtService(db: Db, personId: string, serviceAddress: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from work_items where assignee_id = $1 and coalesce(ended_at, 'infinity'::timestamptz) = 'infinity'
       and service_address = $2 limit 1`,
    [personId, serviceAddress],
  );
  return rowCount === 1;
}
