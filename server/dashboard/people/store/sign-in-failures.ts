import { type Db, prepared } from "@/server/platform/pool";

export type SignInFailures = { failures: number; lastFailedAt: Date; lockedUntil: Date | null };

/**
 * Reads the count of an e-mail and locks it until the transaction ends, so that parallel guesses cannot share one
 * count. The lock is on the e-mail's text: an unknown one has no row to lock.
 */
export async function lockSignInFailures(db: Db, email: string): Promise<SignInFailures | null> {
  await db.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`sign-in:${email}`]);
  const { rows } = await db.query<SignInFailures>(
    `select failures, last_failed_at as "lastFailedAt", locked_until as "lockedUntil"
     from sign_in_failures where email = $1`,
    [email],
  );
  return rows[0] ?? null;
}

export async function saveSignInFailures(db: Db, email: string, count: SignInFailures): Promise<void> {
  await db.query(
    `insert into sign_in_failures (email, failures, last_failed_at, locked_until) values ($1, $2, $3, $4)
     on conflict (email) do update
     set failures = excluded.failures, last_failed_at = excluded.last_failed_at, locked_until = excluded.locked_until`,
    [email, count.failures, count.lastFailedAt, count.lockedUntil],
  );
}

/** Removes one attempt from the count, unless the e-mail is locked out by now. */
export async function forgiveSignInFailure(db: Db, email: string): Promise<void> {
  await db.query(
    `with first as (delete from sign_in_failures where email = $1 and failures = 1 and locked_until is null)
     update sign_in_failures set failures = failures - 1
     where email = $1 and failures > 1 and locked_until is null`,
    [email],
  );
}

export async function clearSignInFailures(db: Db, email: string): Promise<void> {
  await db.query("delete from sign_in_failures where email = $1", [email]);
}

/** Guesses at invented e-mails leave rows behind; old ones are deleted. */
export async function deleteSignInFailuresBefore(db: Db, before: Date): Promise<void> {
  await db.query("delete from sign_in_failures where last_failed_at < $1", [before]);
}

/** Until when the e-mail is locked out; null when it is not. */
export async function findLock(db: Db, email: string, at: Date): Promise<Date | null> {
  const { rows } = await db.query<{ lockedUntil: Date }>(
    `select locked_until as "lockedUntil" from sign_in_failures where email = lower($1) and locked_until > $2`,
    [email, at],
  );
  return rows[0]?.lockedUntil ?? null;
}

const COUNT_LOCKS = prepared(
  `select (select count(*)::int from sign_in_failures where locked_until > $1) as passwords,
     (select count(*)::int from code_failures where locked_until > $1) as codes`,
);

/** How many e-mails and people are locked out at the moment. Both tables hold the failures of a day and of people only. */
export async function countSignInLocks(db: Db, now: Date): Promise<{ passwords: number; codes: number }> {
  const { rows } = await db.query<{ passwords: number; codes: number }>({ ...COUNT_LOCKS, values: [now] });
  return rows[0] ?? { passwords: 0, codes: 0 };
}
