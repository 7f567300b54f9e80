import type { Db } from "@/server/platform/pool";

export type AttemptCount = { failures: number; windowStartedAt: Date; succeededAt: Date | null };

/**
 * Counts one attempt as failed before it is checked, and returns the new count. A window older than `since` starts
 * again. One statement, so that neither parallel attempts nor several processes share a count.
 */
export async function countAttempt(
  db: Db,
  scope: string,
  { at, since }: { at: Date; since: Date },
): Promise<AttemptCount> {
  const { rows } = await db.query<AttemptCount>(
    `insert into attempt_counts as c (scope, failures, window_started_at) values ($1, 1, $2)
     on conflict (scope) do update set
       failures = case when c.window_started_at <= $3 then 1 else c.failures + 1 end,
       window_started_at = case when c.window_started_at <= $3 then $2 else c.window_started_at end
     returning failures, window_started_at as "windowStartedAt", succeeded_at as "succeededAt"`,
    [scope, at, since],
  );
  if (rows[0] === undefined) throw new Error("an attempt was not counted");
  return rows[0];
}

/** Removes one attempt from the counts: it succeeded, or it was not checked. */
export async function uncountAttempt(db: Db, scopes: readonly string[]): Promise<void> {
  await db.query(
    `update attempt_counts c set failures = greatest(c.failures - 1, 0)
     from (select scope from attempt_counts where scope = any($1::text[]) order by scope for update) held
     where c.scope = held.scope`,
    [scopes],
  );
}

export async function recordSignInSuccess(db: Db, scope: string, at: Date): Promise<void> {
  await db.query("update attempt_counts set succeeded_at = $2 where scope = $1", [scope, at]);
}

/** Deletes counts whose window and last success are both over; a few at a time, skipping locked rows. */
export async function deleteAttemptCountsBefore(
  db: Db,
  { window, success }: { window: Date; success: Date },
): Promise<void> {
  await db.query(
    `delete from attempt_counts where scope in (
       select scope from attempt_counts
       where window_started_at < $1 and (succeeded_at is null or succeeded_at < $2)
       limit 100 for update skip locked)`,
    [window, success],
  );
}
