import { type NotificationEvent, REQUIRED_EVENTS } from "@/lib/notifications/events";
import type { NotificationChannel } from "@/lib/notifications/settings";
import type { Db } from "@/server/platform/pool";

type StoredChoice = { event: string; channel: NotificationChannel; isOn: boolean };

/** A person's own choices, where they differ from the defaults of the role. */
export async function listChoices(db: Db, personId: string): Promise<StoredChoice[]> {
  const { rows } = await db.query<StoredChoice>(
    `select event, channel, is_on as "isOn" from notification_choices where person_id = $1`,
    [personId],
  );
  return rows;
}

/** Replaces a person's choices about these events and channels. Others are kept: what the role may not see now, and e-mail
 * while there is no mail server. */
export async function replaceChoices(
  db: Db,
  personId: string,
  about: { events: readonly NotificationEvent[]; channels: readonly NotificationChannel[] },
  choices: readonly StoredChoice[],
): Promise<void> {
  await db.query(
    "delete from notification_choices where person_id = $1 and event = any($2::text[]) and channel = any($3::text[])",
    [personId, about.events, about.channels],
  );
  await db.query(
    `insert into notification_choices (person_id, event, channel, is_on)
     select $1, event, channel, is_on from unnest($2::text[], $3::text[], $4::boolean[]) as c (event, channel, is_on)
     on conflict (person_id, event, channel) do update set is_on = excluded.is_on`,
    [
      personId,
      choices.map(({ event }) => event),
      choices.map(({ channel }) => channel),
      choices.map(({ isOn }) => isOn),
    ],
  );
}

/**
 * Turns a channel off for these events, and sends nothing more of what waits for it, but what the person must learn of: the
 * sending checks the choices again.
 */
export async function turnChannelOff(
  db: Db,
  personId: string,
  channel: NotificationChannel,
  events: readonly NotificationEvent[],
): Promise<void> {
  await db.query(
    `insert into notification_choices (person_id, event, channel, is_on)
     select p.id, event, $2, false from people p, unnest($3::text[]) as event where p.id = $1
     on conflict (person_id, event, channel) do update set is_on = false`,
    [personId, channel, events],
  );
  await db.query(
    `update notifications set email_due_at = null
     where person_id = $1 and email_due_at is not null and email_id is null and event <> all($2::text[])`,
    [personId, REQUIRED_EVENTS],
  );
}
