import type { NotificationEvent } from "@/lib/notifications/events";
import { type Db, prepared } from "@/server/platform/pool";

export type StoredNotification = {
  id: bigint;
  event: string;
  detail: unknown;
  at: Date;
  readAt: Date | null;
};

/** Writes an event to people's lists; people who have it already keep it. */
export async function insertNotifications(
  db: Db,
  of: { eventId: string; event: string; at: Date },
  people: readonly { personId: string; isListed: boolean; emailDueAt: Date | null }[],
): Promise<void> {
  await db.query(
    `insert into notifications (event_id, person_id, event, at, is_listed, email_due_at)
     select $1, person_id, $2, $3, is_listed, email_due_at
     from unnest($4::uuid[], $5::boolean[], $6::timestamptz[]) as p (person_id, is_listed, email_due_at)
     on conflict (event_id, person_id) do nothing`,
    [
      of.eventId,
      of.event,
      of.at,
      people.map(({ personId }) => personId),
      people.map(({ isListed }) => isListed),
      people.map(({ emailDueAt }) => emailDueAt),
    ],
  );
}

type NotificationFilter = {
  personId: string;
  /** What the person may see now. */
  events: readonly NotificationEvent[];
  isUnreadOnly: boolean;
};

/** Newest first, older than `before`. */
export async function listNotifications(
  db: Db,
  filter: NotificationFilter,
  page: { before: bigint | null; limit: number },
): Promise<StoredNotification[]> {
  const { rows } = await db.query<StoredNotification>(
    `select n.id, n.event, e.detail, n.at, n.read_at as "readAt"
     from notifications n join notification_events e on e.id = n.event_id
     where n.person_id = $1 and n.is_listed and n.event = any($2::text[]) and ($3::bigint is null or n.id < $3)
       and (not $4 or n.read_at is null)
     order by n.id desc limit $5`,
    [filter.personId, filter.events, page.before, filter.isUnreadOnly, page.limit],
  );
  return rows;
}

const COUNT_UNREAD = prepared(
  `select count(*)::int as count from (
     select from notifications where person_id = $1 and is_listed and read_at is null and event = any($2::text[])
     limit $3) unread`,
);

/** Counted up to `limit`. */
export async function countUnread(
  db: Db,
  filter: Omit<NotificationFilter, "isUnreadOnly">,
  limit: number,
): Promise<number> {
  const values = [filter.personId, filter.events, limit];
  const { rows } = await db.query<{ count: number }>({ ...COUNT_UNREAD, values });
  return rows[0]?.count ?? 0;
}

/** Marks one's own as read: this one, or all up to it, so that a later one stays unread. Returns how many. */
export async function markRead(
  db: Db,
  personId: string,
  which: { only: bigint } | { upTo: bigint },
  at: Date,
): Promise<number> {
  const isOnly = "only" in which;
  const { rowCount } = await db.query(
    `update notifications set read_at = $2
     where person_id = $1 and read_at is null and is_listed and ${isOnly ? "id = $3" : "id <= $3"}`,
    [personId, at, isOnly ? which.only : which.upTo],
  );
  return rowCount ?? 0;
}
