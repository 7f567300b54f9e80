import type pg from "pg";
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

async function once<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const client: pg.PoolClient = await pool.connect();
  let broken: Error | undefined;
  // A client that loses its connection while checked out emits `error` as well as rejecting the statement.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on("error", onError);
  try {
    await client.query("begin");
    const value = await work(client);
    await client.query("commit");
    return value;
  } catch (error) {
    await client.query("rollback").catch((failure: unknown) => {
      broken = failure instanceof Error ? failure : new Error("rollback failed");
    });
    throw error;
  } finally {
    client.off("error", onError);
    client.release(broken);
  }
}
