import type { Db } from "@/server/platform/pool";

const MAX_DELETED = 5_000;

/** Deletes events, with their notifications, e-mails and messages to chats from before `before`: at most some thousand at one time. */
export async function deleteNotificationsBefore(db: Db, before: Date): Promise<void> {
  for (const [table, time] of [
    ["notification_events", "at"],
    ["emails", "created_at"],
    ["chat_messages", "created_at"],
  ] as const)
    await db.query(
      `delete from ${table} where id in (select id from ${table} where ${time} < $1 order by ${time} limit $2)`,
      [before, MAX_DELETED],
    );
}
