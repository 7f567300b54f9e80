import type { Db } from "@/server/platform/pool";

/** Each call deletes at most this many rows of a table, so that none holds locks for long. */
const MOST_AT_ONCE = 10_000;

/** Deletes what was last seen before a time (decision 0329). */
export async function deleteSeenBefore(db: Db, before: Date): Promise<void> {
  for (const table of ["seen_payments", "seen_contacts"]) {
    await db.query(
      `delete from ${table} where ctid = any(array(
         select ctid from ${table} where seen_at < $1 order by seen_at limit ${String(MOST_AT_ONCE)}))`,
      [before],
    );
  }
}
