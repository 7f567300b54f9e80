import type { Role } from "@/lib/can";
import type { NotificationChannel, NotificationChoice } from "@/lib/notifications/settings";
import type { Db } from "@/server/platform/pool";

export type Recipient = {
  personId: string;
  role: Role;
  choices: NotificationChoice[];
};

/**
 * Active people among these ids, or all of them, with their own choices for an event. They are locked until the
 * transaction ends, so that a role that changes meanwhile is seen before or after, not in between.
 */
export async function listRecipients(
  db: Db,
  event: string,
  among: readonly string[] | null,
): Promise<Recipient[]> {
  const { rows: people } = await db.query<{ personId: string; role: Role }>(
    `select id as "personId", role from people
     where deactivated_at is null and activated_at is not null and ($1::uuid[] is null or id = any($1))
     order by id for share`,
    [among],
  );
  const { rows: choices } = await db.query<{
    personId: string;
    channel: NotificationChannel;
    isOn: boolean;
  }>(
    `select person_id as "personId", channel, is_on as "isOn" from notification_choices
     where event = $1 and person_id = any($2::uuid[])`,
    [event, people.map(({ personId }) => personId)],
  );
  return people.map((person) => ({
    ...person,
    choices: choices.filter(({ personId }) => personId === person.personId),
  }));
}
