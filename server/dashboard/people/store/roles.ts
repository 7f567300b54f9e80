import type { ComposedRole } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { ROLE_JSON } from "../../store/role-sql";

/** `version` counts the role's changes. */
export type StoredRole = ComposedRole & { version: number };

/** The composed role with this id, locked until the transaction ends; null when there is none. */
export async function lockRole(db: Db, id: string): Promise<StoredRole | null> {
  const { rows } = await db.query<{ role: ComposedRole; version: number }>(
    `select ${ROLE_JSON} as role, version from roles where id = $1 for share`,
    [id],
  );
  const [row] = rows;
  return row === undefined ? null : { ...row.role, version: row.version };
}

/**
 * Roles, and who has which, are changed one after the other in an account: until the transaction ends, what was read
 * after this stays true. The trigger that keeps somebody who can manage people takes the same lock.
 */
export async function lockRoleChanges(db: Db): Promise<void> {
  await db.query("select pg_advisory_xact_lock(hashtextextended('people: an admin remains', 0))");
}

/** Everybody who has the role, deactivated or not, by name. */
export async function listPeopleWith(
  db: Db,
  roleId: string,
): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await db.query<{ id: string; name: string; email: string }>(
    "select id, name, email from people where composed_role_id = $1 order by lower(name), id",
    [roleId],
  );
  return rows;
}

/** An account has tens of them. */
const MAX_ROLES = 200;

type ListedRole = StoredRole & {
  /** Lists everybody who has it, deactivated or not: a role that somebody has cannot be deleted. */
  people: { id: string; name: string }[];
};

/** All composed roles by name, with who has each. */
export async function listRoles(db: Db): Promise<ListedRole[]> {
  const { rows } = await db.query<{ role: ComposedRole; version: number; people: ListedRole["people"] }>(
    `select ${ROLE_JSON} as role, version,
       (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by lower(p.name), p.id), '[]')
        from people p where p.composed_role_id = roles.id) as people
     from roles order by lower(name), id limit $1`,
    [MAX_ROLES],
  );
  return rows.map(({ role, version, people }) => ({ ...role, version, people }));
}

/** Their names alone, by name: for forms of people who do not manage roles. */
export async function listRoleNames(db: Db): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    "select id, name from roles order by lower(name), id limit $1",
    [MAX_ROLES],
  );
  return rows;
}

/** How many people have each preset, deactivated ones included. */
export async function countPresets(db: Db): Promise<Record<string, number>> {
  const { rows } = await db.query<{ role: string; count: number }>(
    "select role, count(*)::int as count from people where composed_role_id is null group by role",
  );
  return Object.fromEntries(rows.map(({ role, count }) => [role, count]));
}

type RoleChange = { role: ComposedRole; at: Date };

/** False when the name is in use. */
export async function insertRole(
  db: Db,
  { role, at, createdBy }: RoleChange & { createdBy: string },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into roles (id, name, permissions, refund_limits, approve_limits, created_by, created_at, changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (lower(name)) do nothing`,
    [role.id, role.name, role.permissions, role.refundLimits, role.approveLimits, createdBy, at],
  );
  return rowCount === 1;
}

/** Whether another role has the name. */
export async function isRoleNameTaken(db: Db, name: string, exceptId: string): Promise<boolean> {
  const { rowCount } = await db.query("select from roles where lower(name) = lower($1) and id <> $2", [
    name,
    exceptId,
  ]);
  return rowCount !== 0;
}

/** Violates the constraint `people_an_admin_remains` when nobody could manage people any more. */
export async function updateRolePermissions(db: Db, { role, at }: RoleChange): Promise<void> {
  await db.query(
    `update roles set name = $2, permissions = $3, refund_limits = $4, approve_limits = $5, changed_at = $6,
       version = version + 1 where id = $1`,
    [role.id, role.name, role.permissions, role.refundLimits, role.approveLimits, at],
  );
}

/** The caller has seen that nobody has it; the reference of `people` refuses it otherwise. */
export async function deleteRole(db: Db, id: string): Promise<void> {
  await db.query("delete from roles where id = $1", [id]);
}
