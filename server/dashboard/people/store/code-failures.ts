import type { Db } from "@/server/platform/pool";

type CodeFailures = { failures: number; locks: number; lockedUntil: Date | null };

/** Locks and returns a person's count of wrong codes until the transaction ends: parallel guesses cannot share it. */
export async function lockCodeFailures(db: Db, personId: string): Promise<CodeFailures> {
  await db.query(
    "insert into code_failures (person_id, failures) values ($1, 0) on conflict (person_id) do nothing",
    [personId],
  );
  const { rows } = await db.query<CodeFailures>(
    `select failures, locks, locked_until as "lockedUntil" from code_failures where person_id = $1 for update`,
    [personId],
  );
  return rows[0] ?? { failures: 0, locks: 0, lockedUntil: null };
}

export async function saveCodeFailures(db: Db, personId: string, count: CodeFailures): Promise<void> {
  await db.query(
    "update code_failures set failures = $2, locks = $3, locked_until = $4 where person_id = $1",
    [personId, count.failures, count.locks, count.lockedUntil],
  );
}

/** Removes one counted code that was not checked, unless codes are locked out by now. */
export async function forgiveCodeFailure(db: Db, personId: string): Promise<void> {
  await db.query(
    "update code_failures set failures = failures - 1 where person_id = $1 and failures > 0 and locked_until is null",
    [personId],
  );
}

/** Called for a right code, an unlock by an admin, and a removed factor, and by nothing else. */
export async function clearCodeFailures(db: Db, personId: string): Promise<void> {
  await db.query("delete from code_failures where person_id = $1", [personId]);
}

/** Until when the person's codes are locked out; null when they are not. */
export async function findCodeLock(db: Db, personId: string, at: Date): Promise<Date | null> {
  const { rows } = await db.query<{ lockedUntil: Date }>(
    `select locked_until as "lockedUntil" from code_failures where person_id = $1 and locked_until > $2`,
    [personId, at],
  );
  return rows[0]?.lockedUntil ?? null;
}
