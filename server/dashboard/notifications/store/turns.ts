import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";
import { dueChats, dueEmails } from "../../jobs/due-tables";

/** For whom something is to be sent, and in how many milliseconds. */
type Turn = { id: string; dueInMs: number };

const TABLES = {
  email: { table: "email_turns", id: "person_id" },
  chat: { table: "chat_turns", id: "channel_id" },
};
const ROWS = { email: dueEmails, chat: dueChats };

/**
 * Gives people or channels their turn, in the caller's transaction. An earlier one stays; who has one at this moment has another
 * afterwards, which finds out when the next message is due. In the order of their ids, so that two transactions do not wait for
 * each other.
 */
export async function takeTurns(db: Db, by: "email" | "chat", turns: readonly Turn[]): Promise<void> {
  if (turns.length === 0) return;
  const { table, id } = TABLES[by];
  await db.query(
    `insert into ${table} as t (${id}, due_at, origin)
     select n.id, now() + n.due_in_ms * interval '1 millisecond', $3
     from unnest($1::uuid[], $2::float8[]) as n (id, due_in_ms) order by n.id
     on conflict (${id}) do update set origin = excluded.origin,
       due_at = case when t.taken_by is null then least(t.due_at, excluded.due_at) else now() end`,
    [turns.map(({ id: of }) => of), turns.map(({ dueInMs }) => dueInMs), jobOrigin()],
  );
  if (turns.some(({ dueInMs }) => dueInMs === 0)) ROWS[by].areDue(db);
}
