import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import { dueEvents } from "../../jobs/due-tables";
import type { Notification } from "../domain/notification";

type StoredEvent = {
  id: string;
  event: string;
  at: Date;
  recipients: string[] | null;
  exceptPerson: string | null;
  detail: unknown;
};

/** Returns whether it was written; false when an event has its key. */
export async function insertEvent(db: Db, event: Notification & { id: string }): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into notification_events (id, event, dedupe_key, at, recipients, except_person, detail, origin)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (dedupe_key) do nothing`,
    [
      event.id,
      event.event,
      event.dedupeKey,
      event.at,
      event.to === "everybody_permitted" ? null : event.to.people,
      event.except ?? null,
      JSON.stringify(event.detail),
      jobOrigin(),
    ],
  );
  dueEvents.areDue(db);
  return rowCount === 1;
}

/** Locks an event that is not expanded yet until the transaction ends; null for any other. */
export async function lockOpenEvent(db: Db, eventId: string): Promise<StoredEvent | null> {
  const { rows } = await db.query<StoredEvent>(
    `select id, event, at, recipients, except_person as "exceptPerson", detail
     from notification_events where id = $1 and expanded_at is null for update`,
    [eventId],
  );
  return rows[0] ?? null;
}

export async function markExpanded(db: Db, eventId: string, at: Date): Promise<void> {
  await db.query("update notification_events set expanded_at = $2, due_at = null where id = $1", [
    eventId,
    at,
  ]);
}
