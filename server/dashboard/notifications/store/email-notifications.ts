import { REQUIRED_EVENTS } from "@/lib/notifications/events";
import type { Db } from "@/server/platform/pool";
import type { StoredNotification } from "./notifications";

/** Which of several messages a notification belongs to. `$4`: the events that the person must learn of. */
const MESSAGE = "case when event = any($4::text[]) then event else '' end";

/**
 * Puts notifications that are due into a message, but those that were read meanwhile. What the person must learn of is sent
 * although it was read: maybe not by them (0327). It comes first, each event in a message of its own: what others can write
 * or cause in large numbers, which a change of a role is too, gets it neither refused nor buried. Returns how many.
 */
export async function putIntoEmail(
  db: Db,
  email: { id: string; personId: string; at: Date },
): Promise<number> {
  await db.query(
    `update notifications set email_due_at = null
     where person_id = $1 and email_due_at is not null and email_id is null and read_at is not null
       and event <> all($2::text[])`,
    [email.personId, REQUIRED_EVENTS],
  );
  const { rowCount } = await db.query(
    `update notifications set email_id = $2
     where person_id = $1 and email_due_at <= $3 and email_id is null
       and ${MESSAGE} = (select ${MESSAGE} from notifications
         where person_id = $1 and email_due_at <= $3 and email_id is null
         order by event = any($4::text[]) desc, id limit 1)`,
    [email.personId, email.id, email.at, REQUIRED_EVENTS],
  );
  return rowCount ?? 0;
}

/** Whether notifications of the person are due without a message. */
export async function hasDueNotifications(db: Db, personId: string, at: Date): Promise<boolean> {
  const { rows } = await db.query(
    `select from notifications where person_id = $1 and email_due_at <= $2 and email_id is null limit 1`,
    [personId, at],
  );
  return rows.length > 0;
}

/** The notifications of a message, oldest first. */
export async function listOfEmail(db: Db, emailId: string): Promise<StoredNotification[]> {
  const { rows } = await db.query<StoredNotification>(
    `select n.id, n.event, e.detail, n.at, n.read_at as "readAt"
     from notifications n join notification_events e on e.id = n.event_id
     where n.email_id = $1 order by n.id`,
    [emailId],
  );
  return rows;
}
