import { type AccountScope, MOVE_TRANSACTION, READ_PLACE } from "@/server/platform/account-scope";
import type { Db } from "@/server/platform/pool";

/**
 * Runs `work` on the tables of another account, within an open transaction of the first account: what is changed in both
 * is committed together. When `work` throws, the transaction must be rolled back, which restores the connection.
 */
export async function inAccount<T>(
  db: Db,
  { id, schema }: AccountScope,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { rows } = await db.query<{ path: string; account: string }>(READ_PLACE);
  const here = rows[0];
  if (here === undefined) throw new Error("the connection does not say where it is");
  await db.query(MOVE_TRANSACTION, [schema, String(id)]);
  const result = await work(db);
  await db.query(MOVE_TRANSACTION, [here.path, here.account]);
  return result;
}
