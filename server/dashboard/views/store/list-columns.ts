import type { ColumnLayout, ListName } from "@/lib/lists/list-columns";
import type { Db } from "@/server/platform/pool";

/** Returns the columns as stored; null if the person has chosen none. */
export async function findColumns(db: Db, personId: string, list: ListName): Promise<unknown> {
  const { rows } = await db.query<{ columns: unknown }>(
    "select columns from list_columns where person_id = $1 and list = $2",
    [personId, list],
  );
  return rows[0]?.columns ?? null;
}

export async function saveColumns(
  db: Db,
  of: { personId: string; list: ListName; columns: ColumnLayout; at: Date },
): Promise<void> {
  await db.query(
    `insert into list_columns (person_id, list, columns, saved_at) values ($1, $2, $3, $4)
     on conflict (person_id, list) do update set columns = excluded.columns, saved_at = excluded.saved_at`,
    [of.personId, of.list, JSON.stringify(of.columns), of.at],
  );
}

export async function deleteColumns(db: Db, personId: string, list: ListName): Promise<void> {
  await db.query("delete from list_columns where person_id = $1 and list = $2", [personId, list]);
}
