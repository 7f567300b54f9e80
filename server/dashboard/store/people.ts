import type { Role } from "@/lib/can";
import type { Db } from "@/server/platform/pool";

export type Person = {
  id: string;
  email: string;
  name: string;
  role: Role;
  passwordHash: string;
};

/** An active person by e-mail, compared without regard to case; null for nobody. */
export async function findActivePersonByEmail(db: Db, email: string): Promise<Person | null> {
  const { rows } = await db.query<Person>(
    `select id, email, name, role, password_hash as "passwordHash"
     from people where lower(email) = lower($1) and deactivated_at is null`,
    [email],
  );
  return rows[0] ?? null;
}

/** An active person's role, held as it is until the transaction ends; null for one who was deactivated. */
export async function holdActiveRole(db: Db, personId: string): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    "select role from people where id = $1 and deactivated_at is null for share",
    [personId],
  );
  return rows[0]?.role ?? null;
}

/** Adds a person unless the e-mail is taken; returns whether it was added. */
export async function insertPerson(db: Db, person: Person, createdAt: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into people (id, email, name, role, password_hash, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict (lower(email)) do nothing`,
    [person.id, person.email, person.name, person.role, person.passwordHash, createdAt],
  );
  return rowCount === 1;
}

/** A trigger ends the person's sessions in the same transaction. */
export async function updatePasswordHash(db: Db, personId: string, passwordHash: string): Promise<void> {
  await db.query("update people set password_hash = $2 where id = $1", [personId, passwordHash]);
}
