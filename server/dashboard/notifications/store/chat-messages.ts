import type { Db } from "@/server/platform/pool";

/** Writes an event for channels; those that have it already keep it. */
export async function insertChatNotifications(
  db: Db,
  eventId: string,
  channels: readonly { id: string; dueAt: Date }[],
): Promise<void> {
  await db.query(
    `insert into chat_notifications (event_id, channel_id, due_at)
     select $1, id, due_at from unnest($2::uuid[], $3::timestamptz[]) as c (id, due_at)
     on conflict (event_id, channel_id) do nothing`,
    [eventId, channels.map(({ id }) => id), channels.map(({ dueAt }) => dueAt)],
  );
}

/** Whether a message of the channel is neither sent nor given up. */
export async function hasOpenMessage(db: Db, channelId: string): Promise<boolean> {
  const { rows } = await db.query(
    "select from chat_messages where channel_id = $1 and sent_at is null and failed_at is null",
    [channelId],
  );
  return rows.length > 0;
}

/** Writes one message for all that is due. Nothing when nothing is. The caller holds the channel's lock. */
export async function collectMessage(
  db: Db,
  message: { id: string; channelId: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into chat_messages (id, channel_id, created_at, next_at)
     select $1, $2, $3, $3 where exists (
       select from chat_notifications where channel_id = $2 and message_id is null and due_at <= $3)`,
    [message.id, message.channelId, message.at],
  );
  await db.query(
    `update chat_notifications set message_id = $1
     where channel_id = $2 and message_id is null and due_at <= $3 and exists (select from chat_messages where id = $1)`,
    [message.id, message.channelId, message.at],
  );
}

export type ClaimedMessage = {
  id: string;
  attempts: number;
  /** An earlier attempt may have arrived. */
  mayHaveArrived: boolean;
};

/**
 * Claims the channel's open message until `until`; null when none may be sent now. Until its result is stored, the
 * attempt counts as one that may have arrived.
 */
export async function claimMessage(
  db: Db,
  channelId: string,
  times: { at: Date; until: Date },
): Promise<ClaimedMessage | null> {
  const { rows } = await db.query<ClaimedMessage>(
    `with due as (
       select m.id, m.may_have_arrived from chat_messages m
       where m.channel_id = $1 and m.sent_at is null and m.failed_at is null and m.next_at <= $2
       for update skip locked)
     update chat_messages m set attempts = m.attempts + 1, next_at = $3, may_have_arrived = true
     from due where m.id = due.id
     returning m.id, m.attempts, due.may_have_arrived as "mayHaveArrived"`,
    [channelId, times.at, times.until],
  );
  return rows[0] ?? null;
}

/** The events of a message, oldest first. */
export async function listOfMessage(
  db: Db,
  messageId: string,
): Promise<{ event: string; detail: unknown }[]> {
  const { rows } = await db.query<{ event: string; detail: unknown }>(
    `select e.event, e.detail from chat_notifications c join notification_events e on e.id = c.event_id
     where c.message_id = $1 order by e.at, e.id`,
    [messageId],
  );
  return rows;
}

export async function markMessageSent(db: Db, messageId: string, at: Date): Promise<void> {
  await db.query("update chat_messages set sent_at = $2, error = null where id = $1 and failed_at is null", [
    messageId,
    at,
  ]);
}

export async function postponeMessage(
  db: Db,
  messageId: string,
  of: { nextAt: Date; error: string; mayHaveArrived: boolean },
): Promise<void> {
  await db.query(
    `update chat_messages set next_at = $2, error = $3, may_have_arrived = $4
     where id = $1 and sent_at is null and failed_at is null`,
    [messageId, of.nextAt, of.error, of.mayHaveArrived],
  );
}

/** Gives up what waits for a channel. Returns how many notifications are not sent. The caller holds its lock. */
export async function giveUpWaiting(
  db: Db,
  channelId: string,
  of: { at: Date; error: string },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from chat_notifications c left join chat_messages m on m.id = c.message_id
     where c.channel_id = $1 and (m.id is null or (m.sent_at is null and m.failed_at is null))`,
    [channelId],
  );
  await db.query(
    `update chat_messages set failed_at = $2, error = $3
     where channel_id = $1 and sent_at is null and failed_at is null`,
    [channelId, of.at, of.error],
  );
  await db.query("delete from chat_notifications where channel_id = $1 and message_id is null", [channelId]);
  return rows[0]?.count ?? 0;
}

/** When the channel's next message is due: an open one, or else what waits without one. Null when nothing is left. */
export async function nextMessageAt(db: Db, channelId: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select coalesce(
       (select next_at from chat_messages where channel_id = $1 and sent_at is null and failed_at is null),
       (select min(due_at) from chat_notifications where channel_id = $1 and message_id is null)) as at`,
    [channelId],
  );
  return rows[0]?.at ?? null;
}

/** The failure of each channel's open message. */
export async function listRetries(db: Db): Promise<Map<string, { code: string; at: Date }>> {
  const { rows } = await db.query<{ channelId: string; code: string; at: Date }>(
    `select channel_id as "channelId", error as code, next_at as at from chat_messages
     where sent_at is null and failed_at is null and error is not null`,
  );
  return new Map(rows.map(({ channelId, code, at }) => [channelId, { code, at }]));
}

/** Deletes the message and its notifications. */
export async function deleteMessage(db: Db, messageId: string): Promise<void> {
  await db.query("delete from chat_messages where id = $1", [messageId]);
}
