import { type Db, prepared } from "@/server/platform/pool";

const COUNT_LOCKS = prepared(
  `select (select count(*)::int from sign_in_failures where locked_until > $1) as passwords,
     (select count(*)::int from code_failures where locked_until > $1) as codes`,
);

/** How many e-mails and people are locked out at the moment. Both tables hold the failures of a day and of people only. */
export async function countSignInLocks(db: Db, now: Date): Promise<{ passwords: number; codes: number }> {
  const { rows } = await db.query<{ passwords: number; codes: number }>({ ...COUNT_LOCKS, values: [now] });
  return rows[0] ?? { passwords: 0, codes: 0 };
}
