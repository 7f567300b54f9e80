import { withConnection } from "./connection";
import { type Db, type Pool, sqlState } from "./pool";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const MAX_ATTEMPTS = 3;

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. A serialisation failure
 * or a deadlock is tried again at most twice, so `work` must not call anything outside the database
 * (failure 40: the local transaction is retried, never the outside call).
 */
export async function inTransaction<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, work);
    } catch (error) {
      const state = sqlState(error);
      const canRetry = state === SERIALIZATION_FAILURE || state === DEADLOCK_DETECTED;
      if (!canRetry || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

function once<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  return withConnection(pool, async (client, abandon) => {
    try {
      // Not awaited: it travels with the first statement of the work, which Postgres takes after it (0165).
      const begun = client.query("begin");
      // Told by the await below, or by the statements that fail with it.
      begun.catch(() => undefined);
      const value = await work(client);
      await begun;
      await client.query("commit");
      return value;
    } catch (error) {
      await client.query("rollback").catch((failure: unknown) => {
        abandon(failure instanceof Error ? failure : new Error("rollback failed"));
      });
      throw error;
    }
  });
}
