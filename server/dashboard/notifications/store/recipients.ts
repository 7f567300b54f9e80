import type { Role } from "@/lib/can";
import type { NotificationChannel, NotificationChoice } from "@/lib/notifications/settings";
import type { Db } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";

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
    `select p.id as "personId", ${roleOf("p")} as role from people p
     where p.deactivated_at is null and p.activated_at is not null and ($1::uuid[] is null or p.id = any($1))
     order by p.id for share`,
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
