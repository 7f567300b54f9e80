import { type Role, roleId } from "@/lib/can";
import type { AccountScope } from "@/server/platform/account-scope";
import { type Db, prepared } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";

const FIND = prepared(
  `select ${roleOf("p")} as role from people p where p.id = $1 and p.deactivated_at is null`,
);

/** A person's role in the account of the connection; null for somebody who does not belong to it. */
export async function findMemberRole(db: Db, personId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>({ ...FIND, values: [personId] });
  return rows[0]?.role ?? null;
}

/** What is copied of a person of the installation: nothing that they sign in with. */
export type Member = {
  id: string;
  email: string;
  name: string;
  role: Role;
  createdAt: Date;
  activatedAt: Date | null;
};

/**
 * Gives a person a role in the account of the connection, or of `scope`. Somebody who was removed from it comes back with
 * the new role. False when they belong to it already.
 */
export async function insertMember(
  db: Db,
  member: Member,
  scope: AccountScope | null = null,
): Promise<boolean> {
  const table = scope === null ? "people" : `${scope.schema}.people`;
  const { rowCount } = await db.query(
    `insert into ${table} as member (id, email, name, role, created_at, activated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set role = excluded.role, deactivated_at = null, email = excluded.email,
       name = excluded.name, activated_at = excluded.activated_at
     where member.deactivated_at is not null`,
    [member.id, member.email, member.name, roleId(member.role), member.createdAt, member.activatedAt],
  );
  return rowCount === 1;
}

/** In which of these accounts a person has a role; by a connection of the first account. */
export async function findMemberships(
  db: Db,
  personId: string,
  scopes: readonly AccountScope[],
): Promise<Set<number>> {
  if (scopes.length === 0) return new Set();
  const each = scopes.map(
    ({ id, schema }) =>
      `select ${String(id)}::int as id from ${schema}.people where id = $1 and deactivated_at is null`,
  );
  const { rows } = await db.query<{ id: number }>(each.join(" union all "), [personId]);
  return new Set(rows.map(({ id }) => id));
}
