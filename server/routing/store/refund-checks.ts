import { type Db, prepared } from "@/server/platform/pool";
import { stays } from "./cells/stays";

export type DueCheck = { merchantId: number; id: string; completedAt: Date };

const LOCK_DUE = prepared(
  `select merchant_id as "merchantId", id, completed_at as "completedAt" from refunds
   where next_check_at <= $1 and ${stays("merchant_id")} order by next_check_at limit $2 for update skip locked`,
);

/**
 * Final refunds of all merchants whose check is due, longest due first, at most `limit`; locked until the transaction
 * ends.
 */
export async function lockDueChecks(db: Db, at: Date, limit: number): Promise<DueCheck[]> {
  const { rows } = await db.query<DueCheck>({ ...LOCK_DUE, values: [at, limit] });
  return rows;
}

const SAVE_NEXT = prepared(
  `update refunds r set next_check_at = n.at
   from unnest($1::integer[], $2::text[], $3::timestamptz[]) as n (merchant_id, id, at)
   where r.merchant_id = n.merchant_id and r.id = n.id`,
);

/** Saves the time of each refund's next check; null when there are no more. */
export async function saveNextChecks(
  db: Db,
  checks: readonly { merchantId: number; id: string; at: Date | null }[],
): Promise<void> {
  await db.query({
    ...SAVE_NEXT,
    values: [
      checks.map(({ merchantId }) => merchantId),
      checks.map(({ id }) => id),
      checks.map(({ at }) => at),
    ],
  });
}
