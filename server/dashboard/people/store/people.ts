import { type Permission, type PresetRole, type Role, roleAllows, roleId } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";
import { lockRole } from "./roles";

export type Person = {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Null for a person who has never chosen one: invited, or signing in through the identity provider. */
  passwordHash: string | null;
  isPasswordSeeded: boolean;
  createdAt: Date;
  activatedAt: Date | null;
  /** Since when the person has no role in this account. */
  deactivatedAt: Date | null;
  /** They have no role in the first account and sign in for others; false in the tables of those (decision 0302). */
  isOnlyElsewhere: boolean;
};

const COLUMNS = `p.id, p.email, p.name, ${roleOf("p")} as role, p.password_hash as "passwordHash",
  p.password_is_seeded as "isPasswordSeeded", p.created_at as "createdAt", p.activated_at as "activatedAt",
  p.deactivated_at as "deactivatedAt", p.only_elsewhere as "isOnlyElsewhere"`;

/**
 * An SQL condition on people of the first schema: they may sign in, for whichever account. What they may do in an account
 * follows from its own people alone.
 */
export const MAY_SIGN_IN = "(p.deactivated_at is null or p.only_elsewhere)";

/** Checks a person who was read; they may still have to accept their invitation. */
export function maySignIn(person: Pick<Person, "deactivatedAt" | "isOnlyElsewhere">): boolean {
  return person.deactivatedAt === null || person.isOnlyElsewhere;
}

/** The constraint violated by a change that would leave no active admin. */
export const AN_ADMIN_REMAINS = "people_an_admin_remains";

/** The person with this e-mail, in any state, compared case-insensitively; null when there is none. */
export async function findPersonByEmail(db: Db, email: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(
    `select ${COLUMNS} from people p where lower(p.email) = lower($1)`,
    [email],
  );
  return rows[0] ?? null;
}

/** The names of people, in any state, by their e-mails as given; those that nobody here has are missing. */
export async function findNames(db: Db, emails: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<{ email: string; name: string }>(
    `select given.email, p.name from unnest($1::text[]) given (email)
     join people p on lower(p.email) = lower(given.email)`,
    [emails],
  );
  return new Map(rows.map(({ email, name }) => [email, name]));
}

/**
 * An active person's role, locked until the transaction ends; null for a deactivated one. Of a composed role what it allows
 * is locked too.
 */
export async function lockActiveRole(db: Db, personId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: PresetRole; composedId: string | null }>(
    `select role, composed_role_id as "composedId" from people where id = $1 and deactivated_at is null for share`,
    [personId],
  );
  const [person] = rows;
  if (person === undefined) return null;
  if (person.composedId === null) return person.role;
  return lockRole(db, person.composedId);
}

/** How many active people but one have all of these permissions. */
export async function countOthersWhoMay(
  db: Db,
  permissions: readonly Permission[],
  personId: string,
): Promise<number> {
  const { rows } = await db.query<{ role: Role }>(
    `select ${roleOf("p")} as role from people p
     where p.id <> $1 and p.deactivated_at is null and p.activated_at is not null`,
    [personId],
  );
  return rows.filter(({ role }) => permissions.every((one) => roleAllows(role, one))).length;
}

/** Whether a person of the first schema may sign in; locked until the transaction ends. */
export async function lockSignInRight(db: Db, personId: string): Promise<boolean> {
  const { rowCount } = await db.query(`select 1 from people p where p.id = $1 and ${MAY_SIGN_IN} for share`, [
    personId,
  ]);
  return rowCount === 1;
}

export async function findPerson(db: Db, personId: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(`select ${COLUMNS} from people p where p.id = $1`, [personId]);
  return rows[0] ?? null;
}

/** Locks the person's row until the transaction ends. */
export async function lockPerson(db: Db, personId: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(`select ${COLUMNS} from people p where p.id = $1 for update`, [
    personId,
  ]);
  return rows[0] ?? null;
}

type NewPerson = Pick<Person, "id" | "email" | "name" | "role">;

/** Adds an active person unless the e-mail is in use; returns whether they were added. */
export async function insertPerson(
  db: Db,
  person: NewPerson & { passwordHash: string; isPasswordSeeded?: boolean },
  createdAt: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into people (id, email, name, role, password_hash, password_is_seeded, created_at, activated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict (lower(email)) do nothing`,
    [
      person.id,
      person.email,
      person.name,
      roleId(person.role),
      person.passwordHash,
      person.isPasswordSeeded ?? false,
      createdAt,
    ],
  );
  return rowCount === 1;
}

/**
 * Adds an invited person, unless the e-mail is in use; returns whether they were added. `isOnlyElsewhere`: without a role
 * in this account.
 */
export async function insertInvitedPerson(
  db: Db,
  person: NewPerson,
  createdAt: Date,
  isOnlyElsewhere = false,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into people (id, email, name, role, created_at, deactivated_at, only_elsewhere)
     values ($1, $2, $3, $4, $5, case when $6 then $5::timestamptz end, $6)
     on conflict (lower(email)) do nothing`,
    [person.id, person.email, person.name, roleId(person.role), createdAt, isOnlyElsewhere],
  );
  return rowCount === 1;
}

/** A trigger ends the person's sessions in the same transaction. */
export async function updatePasswordHash(
  db: Db,
  personId: string,
  passwordHash: string,
  isSeeded = false,
): Promise<void> {
  await db.query("update people set password_hash = $2, password_is_seeded = $3 where id = $1", [
    personId,
    passwordHash,
    isSeeded,
  ]);
}

/** Lets the person sign in from now on; no effect on a person who already could. */
export async function activatePerson(db: Db, personId: string, name: string, at: Date): Promise<void> {
  await db.query("update people set name = $2, activated_at = coalesce(activated_at, $3) where id = $1", [
    personId,
    name,
    at,
  ]);
}

/** A trigger ends the person's sessions; for the last admin it violates {@link AN_ADMIN_REMAINS}. */
export async function updateRole(db: Db, personId: string, role: Role): Promise<void> {
  await db.query("update people set role = $2 where id = $1", [personId, roleId(role)]);
}

/**
 * Like {@link updateRole}; null reactivates the person. `isOnlyElsewhere`: they may still sign in for other accounts, which
 * leave their role as it is.
 */
export async function updateDeactivatedAt(
  db: Db,
  personId: string,
  at: Date | null,
  isOnlyElsewhere = false,
): Promise<void> {
  await db.query("update people set deactivated_at = $2, only_elsewhere = $3 where id = $1", [
    personId,
    at,
    isOnlyElsewhere,
  ]);
}

export type ListedPerson = Person & {
  hasSecondFactor: boolean;
  lastUsedAt: Date | null;
  lockedUntil: Date | null;
  openLinkExpiresAt: Date | null;
};

/** All people, those who can sign in first. An organisation's staff is one page; `limit` is only a bound. */
export async function listPeople(db: Db, limit: number): Promise<ListedPerson[]> {
  const { rows } = await db.query<ListedPerson>(
    `select ${COLUMNS},
       exists (select 1 from second_factors f where f.person_id = p.id and f.confirmed_at is not null)
         as "hasSecondFactor",
       (select max(coalesce(s.last_used_at, s.created_at)) from sessions s where s.person_id = p.id) as "lastUsedAt",
       greatest((select f.locked_until from sign_in_failures f where f.email = lower(p.email)),
         (select c.locked_until from code_failures c where c.person_id = p.id)) as "lockedUntil",
       (select l.expires_at from person_links l
        where l.person_id = p.id and l.used_at is null and l.revoked_at is null) as "openLinkExpiresAt"
     from people p
     order by (p.deactivated_at is not null), (not p.only_elsewhere), lower(p.name), p.id limit $1`,
    [limit],
  );
  return rows;
}
