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
 * Gives a person a role in the account of the connection. Somebody who was removed from it comes back with the new role.
 * False when they belong to it already.
 */
export async function insertMember(db: Db, member: Member): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into people as member (id, email, name, role, created_at, activated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set role = excluded.role, deactivated_at = null, email = excluded.email,
       name = excluded.name, activated_at = excluded.activated_at
     where member.deactivated_at is not null`,
    [member.id, member.email, member.name, roleId(member.role), member.createdAt, member.activatedAt],
  );
  return rowCount === 1;
}

/**
 * Returns those of these accounts in which a person has a role. It uses a connection of the first account, and one
 * statement for each account: none reads two accounts.
 */
export async function findMemberships(
  db: Db,
  personId: string,
  scopes: readonly AccountScope[],
): Promise<Set<number>> {
  const found = new Set<number>();
  await Promise.all(
    scopes.map(async ({ id, schema }) => {
      const { rowCount } = await db.query(
        `select 1 from ${schema}.people where id = $1 and deactivated_at is null`,
        [personId],
      );
      if (rowCount === 1) found.add(id);
    }),
  );
  return found;
}

/** The oldest open account, other than the first, in which a person has a role; by a connection of the first account. */
export async function findOldestMembership(db: Db, personId: string): Promise<AccountScope | null> {
  const { rows: open } = await db.query<AccountScope>(
    "select id, 'account_' || id as schema from accounts where id > 1 and closed_at is null order by id",
  );
  const theirs = await findMemberships(db, personId, open);
  return open.find(({ id }) => theirs.has(id)) ?? null;
}

/**
 * Selects admins as the trigger `keep_an_admin` counts them: an admin, or a composed role that manages people.
 * `schema`: of the account.
 */
function selectAdmins(schema: string): string {
  return `select p.id from ${schema}people p left join ${schema}roles r on r.id = p.composed_role_id
    where (p.role = 'admin' or 'manage_people' = any (r.permissions)) and p.activated_at is not null
      and p.deactivated_at is null`;
}

/** Whether anybody can manage the people of the account of the connection. */
export async function hasActiveAdmin(db: Db): Promise<boolean> {
  const { rowCount } = await db.query(`${selectAdmins("")} limit 1`);
  return rowCount !== 0;
}

type Admins = { count: number; isOne: boolean };

/**
 * How many people can manage the people of each account, and whether `personId` is one of them, by the account's id; with a
 * connection of the first account. `schema`: null for its own tables.
 */
export async function countAdmins(
  db: Db,
  accounts: readonly { id: number; schema: string | null }[],
  personId: string,
): Promise<Map<number, Admins>> {
  const counted = accounts.map(async ({ id, schema }) => {
    const { rows } = await db.query<Admins>(
      `select count(*)::int as count, coalesce(bool_or(id = $1), false) as "isOne"
       from (${selectAdmins(schema === null ? "" : `${schema}.`)}) admins`,
      [personId],
    );
    return [id, rows[0] ?? { count: 0, isOne: false }] as const;
  });
  return new Map(await Promise.all(counted));
}
