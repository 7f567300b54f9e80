import type { Role } from "@/lib/can";
import { type Db, prepared } from "@/server/platform/pool";

const FIND = prepared("select role from people where id = $1 and deactivated_at is null");

/** A person's role in the account of the connection; null for somebody who does not belong to it. */
export async function findMemberRole(db: Db, personId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>({ ...FIND, values: [personId] });
  return rows[0]?.role ?? null;
}

type CopiedPerson = {
  id: string;
  email: string;
  name: string;
  createdAt: Date;
  activatedAt: Date | null;
  deactivatedAt: Date | null;
};

/**
 * Gives a person of the installation a role in the account of `account`: their row is copied, without anything that they
 * sign in with. Somebody who was removed from the account comes back with the new role. False when `home` has nobody with
 * this id who can sign in, or when they already belong to the account.
 */
export async function insertMember(
  account: Db,
  home: Db,
  { personId, role }: { personId: string; role: Role },
): Promise<boolean> {
  const { rows } = await home.query<CopiedPerson>(
    `select id, email, name, created_at as "createdAt", activated_at as "activatedAt", deactivated_at as "deactivatedAt"
     from people where id = $1 and deactivated_at is null`,
    [personId],
  );
  const [person] = rows;
  if (person === undefined) return false;
  const { rowCount } = await account.query(
    `insert into people (id, email, name, role, created_at, activated_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (id) do update set role = excluded.role, deactivated_at = null, email = excluded.email,
       name = excluded.name, activated_at = excluded.activated_at
     where people.deactivated_at is not null`,
    [person.id, person.email, person.name, role, person.createdAt, person.activatedAt],
  );
  return rowCount === 1;
}
