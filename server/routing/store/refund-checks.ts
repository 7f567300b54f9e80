import { type Db, prepared } from "@/server/platform/pool";
import { isDistributed } from "./distributed";

type DueCheck = { merchantId: number; id: string; completedAt: Date };

const DUE = `select merchant_id as "merchantId", id, completed_at as "completedAt" from refunds
   where next_check_at <= $1 order by next_check_at limit $2`;
/** Skips those that another process is planning, so that it plans the next ones. Rows of several nodes cannot be locked. */
const LOCK_DUE = prepared(`${DUE} for update skip locked`);
const FIND_DUE = prepared(DUE);

/** Final refunds of all merchants whose check is due, longest due first, at most `limit`. */
export async function findDueChecks(db: Db, at: Date, limit: number): Promise<DueCheck[]> {
  const { rows } = await db.query<DueCheck>({
    ...((await isDistributed(db)) ? FIND_DUE : LOCK_DUE),
    values: [at, limit],
  });
  return rows;
}

const SAVE_NEXT = prepared(
  `update refunds r set next_check_at = n.at
   from unnest($1::integer[], $2::text[], $3::timestamptz[]) as n (merchant_id, id, at)
   where r.merchant_id = n.merchant_id and r.id = n.id and r.next_check_at <= $4
   returning r.merchant_id as "merchantId", r.id`,
);

/**
 * Saves the time of each refund's next check; null when there are no more. Returns those that were still due at `dueAt`:
 * another process has planned the others meanwhile.
 */
export async function saveNextChecks(
  db: Db,
  dueAt: Date,
  checks: readonly { merchantId: number; id: string; at: Date | null }[],
): Promise<{ merchantId: number; id: string }[]> {
  const { rows } = await db.query<{ merchantId: number; id: string }>({
    ...SAVE_NEXT,
    values: [
      checks.map(({ merchantId }) => merchantId),
      checks.map(({ id }) => id),
      checks.map(({ at }) => at),
      dueAt,
    ],
  });
  return rows;
}
