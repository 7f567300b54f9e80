import type { Role } from "@/lib/can";
import type { Db } from "@/server/platform/pool";
import { roleOf } from "../../store/role-sql";
import { MAY_SIGN_IN } from "./people";

/** A link to set a password; a person has at most one open link. */
type PersonLink = { id: string; personId: string; expiresAt: Date };

/** The person's earlier link, if open, ends with it. */
export async function replacePersonLink(
  db: Db,
  link: PersonLink & { tokenHash: Buffer; createdAt: Date; createdById: string },
): Promise<void> {
  await revokePersonLink(db, link.personId, link.createdAt);
  await db.query(
    `insert into person_links (id, person_id, token_hash, created_at, created_by, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [link.id, link.personId, link.tokenHash, link.createdAt, link.createdById, link.expiresAt],
  );
}

/** Returns whether there was one to revoke. */
export async function revokePersonLink(db: Db, personId: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update person_links set revoked_at = $2 where person_id = $1 and used_at is null and revoked_at is null`,
    [personId, at],
  );
  return rowCount === 1;
}

type LinkedPerson = PersonLink & {
  email: string;
  name: string;
  role: Role;
  isActive: boolean;
};

const OPEN = `l.used_at is null and l.revoked_at is null and ${MAY_SIGN_IN}`;

/** The person whom an open link is for; null for a used, revoked or unknown link, or a deactivated person. */
export async function findLinkedPerson(db: Db, tokenHash: Buffer, at: Date): Promise<LinkedPerson | null> {
  const { rows } = await db.query<LinkedPerson>(
    `select l.id, l.person_id as "personId", l.expires_at as "expiresAt", p.email, p.name, ${roleOf("p")} as role,
       p.activated_at is not null as "isActive"
     from person_links l join people p on p.id = l.person_id
     where l.token_hash = $1 and ${OPEN} and l.expires_at > $2`,
    [tokenHash, at],
  );
  return rows[0] ?? null;
}

/** The role of whoever made the link, active or not, and their id. */
export async function findLinkMaker(db: Db, linkId: string): Promise<{ id: string; role: Role } | null> {
  const { rows } = await db.query<{ id: string; role: Role }>(
    `select p.id, ${roleOf("p")} as role from person_links l join people p on p.id = l.created_by where l.id = $1`,
    [linkId],
  );
  return rows[0] ?? null;
}

/**
 * The role of whoever else made the link that the person used last, or could still use when they have used none. Null: no
 * such link, as for people of the identity provider or of the command line.
 */
export async function findLastLinkMaker(db: Db, personId: string, at: Date): Promise<Role | null> {
  const { rows } = await db.query<{ role: Role }>(
    `select ${roleOf("p")} as role from person_links l join people p on p.id = l.created_by
     where l.person_id = $1 and l.created_by <> $1 and l.revoked_at is null
       and (l.used_at is not null or l.expires_at > $2)
     order by l.used_at desc nulls last limit 1`,
    [personId, at],
  );
  return rows[0]?.role ?? null;
}

/** Uses up the link; false when it was used already. */
export async function usePersonLink(db: Db, linkId: string, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `update person_links l set used_at = $2 from people p
     where l.id = $1 and p.id = l.person_id and ${OPEN} and l.expires_at > $2`,
    [linkId, at],
  );
  return rowCount === 1;
}

/** The person's open link, even if expired. */
export async function findOpenLink(
  db: Db,
  personId: string,
): Promise<{ createdAt: Date; expiresAt: Date } | null> {
  const { rows } = await db.query<{ createdAt: Date; expiresAt: Date }>(
    `select created_at as "createdAt", expires_at as "expiresAt" from person_links
     where person_id = $1 and used_at is null and revoked_at is null`,
    [personId],
  );
  return rows[0] ?? null;
}
