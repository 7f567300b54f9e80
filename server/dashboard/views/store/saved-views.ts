import type { Db } from "@/server/platform/pool";

export type SavedView = { id: string; name: string; query: string };

/** By name. */
export async function listSavedViews(db: Db, personId: string): Promise<SavedView[]> {
  const { rows } = await db.query<SavedView>(
    "select id, name, query from saved_views where person_id = $1 and screen = 'payments' order by lower(name)",
    [personId],
  );
  return rows;
}

/** The number of the person's views; locked until the transaction ends, so that none is added meanwhile. */
export async function countSavedViewsLocked(db: Db, personId: string): Promise<number> {
  await db.query("select 1 from people where id = $1 for no key update", [personId]);
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::integer as count from saved_views where person_id = $1",
    [personId],
  );
  return rows[0]?.count ?? 0;
}

/** False when the person has a view of this name. */
export async function insertSavedView(
  db: Db,
  view: SavedView & { personId: string; createdAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into saved_views (id, person_id, screen, name, query, created_at)
     values ($1, $2, 'payments', $3, $4, $5) on conflict do nothing`,
    [view.id, view.personId, view.name, view.query, view.createdAt],
  );
  return rowCount === 1;
}

/** False when the person has no such view. Throws the unique violation when the name is in use. */
export async function renameSavedView(
  db: Db,
  view: { id: string; personId: string; name: string },
): Promise<boolean> {
  const { rowCount } = await db.query("update saved_views set name = $3 where id = $1 and person_id = $2", [
    view.id,
    view.personId,
    view.name,
  ]);
  return rowCount === 1;
}

export async function deleteSavedView(db: Db, view: { id: string; personId: string }): Promise<boolean> {
  const { rowCount } = await db.query("delete from saved_views where id = $1 and person_id = $2", [
    view.id,
    view.personId,
  ]);
  return rowCount === 1;
}
