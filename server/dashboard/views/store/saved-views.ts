import type { SharedWith } from "@/lib/views/saved-view-views";
import type { ListName } from "@/lib/lists/list-columns";
import type { Db } from "@/server/platform/pool";

type SavedView = { id: string; name: string; query: string };
type OwnView = SavedView & { sharedWith: SharedWith | null };
type SharedView = SavedView & { sharedWith: SharedWith; owner: string };

/** A preset or "everybody" as it is, a composed role with its name. */
const SHARED_WITH = `case when r.id is null then to_jsonb(v.shared_with)
  else jsonb_build_object('id', r.id, 'name', r.name) end as "sharedWith"`;
const FROM = "from saved_views v left join roles r on r.id::text = v.shared_with";

/** More are shared nowhere; the list is a menu. */
const MAX_SHARED = 200;

/** Lists the person's views by name. */
export async function listSavedViews(db: Db, personId: string, list: ListName): Promise<OwnView[]> {
  const { rows } = await db.query<OwnView>(
    `select v.id, v.name, v.query, ${SHARED_WITH} ${FROM}
     where v.person_id = $1 and v.screen = $2 order by lower(v.name)`,
    [personId, list],
  );
  return rows;
}

/** Who looks at the views of others: with the name or id of a role, and all of them for those who may stop any sharing. */
type Viewer = { personId: string; role: string; seesAll: boolean };

const VISIBLE = `v.shared_with is not null and v.person_id <> $1
  and ($3 or v.shared_with in ('everybody', $2))`;

/** The views of others that are shared with a person, by name. */
export async function listSharedViews(db: Db, viewer: Viewer, list: ListName): Promise<SharedView[]> {
  const { rows } = await db.query<SharedView>(
    `select v.id, v.name, v.query, ${SHARED_WITH}, p.name as owner
     ${FROM} join people p on p.id = v.person_id
     where ${VISIBLE} and v.screen = $5 order by lower(v.name), v.id limit $4`,
    [viewer.personId, viewer.role, viewer.seesAll, MAX_SHARED, list],
  );
  return rows;
}

/** A view of somebody else that is shared with the person now; locked until the transaction ends. */
export async function lockSharedView(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<(SavedView & { ownerId: string; list: ListName }) | null> {
  const { rows } = await db.query<SavedView & { ownerId: string; list: ListName }>(
    `select v.id, v.name, v.query, v.person_id as "ownerId", v.screen as list from saved_views v
     where ${VISIBLE} and v.id = $4 for update`,
    [viewer.personId, viewer.role, viewer.seesAll, id],
  );
  return rows[0] ?? null;
}

/** One of the person's own views; locked until the transaction ends. */
export async function lockOwnView(db: Db, view: { id: string; personId: string }): Promise<OwnView | null> {
  const { rows } = await db.query<OwnView>(
    `select v.id, v.name, v.query, ${SHARED_WITH} ${FROM}
     where v.id = $1 and v.person_id = $2 for update of v`,
    [view.id, view.personId],
  );
  return rows[0] ?? null;
}

/**
 * The caller has it locked. `sharedWith`: a preset, "everybody", or the id of a composed role, which the caller has locked
 * before the view.
 */
export async function shareSavedView(
  db: Db,
  view: { id: string; sharedWith: string | null; at: Date },
): Promise<void> {
  await db.query(
    `update saved_views set shared_with = $2::text, shared_at = case when $2::text is null then null else $3::timestamptz end
     where id = $1`,
    [view.id, view.sharedWith, view.at],
  );
}

/** Ends the sharing with a composed role that was deleted; the ids of the views, which stay their owners'. */
export async function stopSharingWith(db: Db, roleId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    "update saved_views set shared_with = null, shared_at = null where shared_with = $1 returning id",
    [roleId],
  );
  return rows.map(({ id }) => id);
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
  view: SavedView & { list: ListName; personId: string; createdAt: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into saved_views (id, person_id, screen, name, query, created_at)
     values ($1, $2, $6, $3, $4, $5) on conflict do nothing`,
    [view.id, view.personId, view.name, view.query, view.createdAt, view.list],
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
