import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { withConnection } from "./connection";
import { type Db, type Pool, sqlState } from "./pool";

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";
const IN_FAILED_TRANSACTION = "25P02";
const MAX_ATTEMPTS = 3;
/** The pause before a retry; random, so that two that failed together do not retry together. */
const PAUSE_MS = { min: 10, max: 40 };

class UncommittedError extends Error {
  override name = "UncommittedError";
}

/** The callbacks after the commit of an open transaction, by name. */
type Following = Map<string, (pool: Pool) => void>;
const open = new WeakMap<Db, Following>();
const pools = new WeakMap<Db, Pool>();

/** The pool of a transaction's connection; the given one itself when it is no transaction's. */
export function poolOf(db: Db): Db {
  return pools.get(db) ?? db;
}

/**
 * Calls `then` with the pool once the transaction of `db` has committed, once per name however often it is registered,
 * and never after a rollback; at once when `db` is the pool itself.
 */
export function afterCommit(db: Db, name: string, then: (pool: Pool) => void): void {
  const following = open.get(db);
  if (following !== undefined) following.set(name, then);
  else if (db instanceof pg.Pool) then(db);
}

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. After a serialisation failure
 * or a deadlock it is retried at most twice, after a short pause, so `work` must not call anything outside the database
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
      // The loser's rollback wakes the transactions that wait for its rows; an immediate retry can lock these rows
      // before them and cause the same conflict again.
      await wait(PAUSE_MS.min + Math.random() * (PAUSE_MS.max - PAUSE_MS.min));
    }
  }
}

async function once<T>(pool: Pool, work: (db: Db) => Promise<T>): Promise<T> {
  const following: Following = new Map();
  const value = await withConnection(pool, async (client, abandon) => {
    const { db, cause } = noticing(client);
    open.set(db, following);
    pools.set(db, pool);
    try {
      // Not awaited: it is pipelined with the first statement of the work, which Postgres runs after it (0160).
      const begun = client.query("begin");
      // Reported by the await below, or by the statements that fail with it.
      begun.catch(() => undefined);
      const value = await work(db);
      await begun;
      // If nobody awaited a failed statement, COMMIT ends its transaction with a rollback and without an error.
      const { command } = await client.query("commit");
      if (command !== "COMMIT") throw new UncommittedError(`a transaction ended with ${command}`);
      return value;
    } catch (error) {
      await client.query("rollback").catch((failure: unknown) => {
        abandon(failure instanceof Error ? failure : new Error("rollback failed"));
      });
      throw cause(error);
    } finally {
      open.delete(db);
    }
  });
  for (const then of following.values()) then(pool);
  return value;
}

/**
 * Postgres answers the statements sent with a failed one with "transaction is aborted", and which error the work sees
 * first depends on how deep each call was. `cause` returns the first failure, which decides whether the transaction may
 * be retried.
 */
function noticing(client: pg.ClientBase): { db: Db; cause: (error: unknown) => unknown } {
  let first: { failure: unknown } | null = null;
  const send = client.query.bind(client) as (...given: unknown[]) => unknown;
  const query = (...given: unknown[]): unknown => {
    const sent = send(...given);
    if (sent instanceof Promise) sent.catch((failure: unknown) => (first ??= { failure }));
    return sent;
  };
  return {
    db: { query: query as Db["query"] },
    cause: (error) => {
      const isNews = sqlState(error) !== IN_FAILED_TRANSACTION && !(error instanceof UncommittedError);
      return isNews || first === null ? error : first.failure;
    },
  };
}
