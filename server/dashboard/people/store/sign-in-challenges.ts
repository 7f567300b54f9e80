import type { Db } from "@/server/platform/pool";
import { MAY_SIGN_IN } from "./people";

/** Also deletes expired ones. */
export async function insertChallenge(
  db: Db,
  challenge: { tokenHash: Buffer; personId: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.query("delete from sign_in_challenges where expires_at <= $1", [challenge.createdAt]);
  await db.query(
    "insert into sign_in_challenges (token_hash, person_id, created_at, expires_at) values ($1, $2, $3, $4)",
    [challenge.tokenHash, challenge.personId, challenge.createdAt, challenge.expiresAt],
  );
}

/** The person whose password was right a moment ago; null when it has expired or the person cannot sign in any more. */
export async function findChallengedPerson(
  db: Db,
  tokenHash: Buffer,
  at: Date,
): Promise<{ personId: string; email: string } | null> {
  const { rows } = await db.query<{ personId: string; email: string }>(
    `select p.id as "personId", p.email from sign_in_challenges c join people p on p.id = c.person_id
     where c.token_hash = $1 and c.expires_at > $2 and ${MAY_SIGN_IN}`,
    [tokenHash, at],
  );
  return rows[0] ?? null;
}

/** False when it was used already. */
export async function takeChallenge(db: Db, tokenHash: Buffer, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "delete from sign_in_challenges where token_hash = $1 and expires_at > $2",
    [tokenHash, at],
  );
  return rowCount === 1;
}
