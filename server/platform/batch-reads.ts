import { withConnection } from "./connection";
import { type Db, type Pool, sqlState } from "./pool";
import { socketOf } from "./socket-of";

/**
 * Reads would wait for each other while other connections are idle if this were larger; if it were smaller, they would
 * be written separately again (docs/performance.md).
 */
const MOST_TOGETHER = 16;
/** Longer than the statement timeout, so that the waits of a batch do not add up. */
const LIMIT_MS = 16_000;
/** SQLSTATE: the statement of this name could not be prepared by the statement before it. */
const NOT_PREPARED = "26000";

type Limits = { mostTogether: number; limitMs: number };
type Query = (statement: unknown, values?: unknown[]) => Promise<unknown>;
type Asked = {
  statement: Parameters<Query>;
  resolve: (response: unknown) => void;
  reject: (reason: unknown) => void;
};

/** A `Db` whose reads of one event-loop tick are batched. */
export type Reads = Db & {
  /**
   * Calls `read` once for all that use this key in one tick, and gives each its result, which nobody may change. It is
   * sent after the last of them asked, so no result is older than a request (0195).
   */
  share: <Result>(key: string, read: () => Promise<Result>) => Promise<Result>;
};

/** Callers that batch nothing use this, such as a transaction. */
export function separateReads(db: Db): Reads {
  return { query: db.query.bind(db), share: (_key, read) => read() };
}

/**
 * Batches reads of a few rows by key: those of one event-loop tick, up to `mostTogether` on one connection (0195). Each
 * succeeds or fails separately, unless their connection fails. The connection is closed `limitMs` milliseconds after
 * its checkout: an outage for every read without a result. A slow read delays those behind it, so do not use this for
 * locks or large reads.
 */
export function gatherReads(
  pool: Pool,
  limits: Limits = { mostTogether: MOST_TOGETHER, limitMs: LIMIT_MS },
): Reads {
  const { mostTogether, limitMs } = limits;
  const shared = new Map<string, Promise<unknown>>();
  let gathered: Asked[] = [];
  let isScheduled = false;
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    process.nextTick(send);
  };
  const send = (): void => {
    isScheduled = false;
    // What is sent now is shared with nobody who asks later.
    shared.clear();
    const all = gathered;
    gathered = [];
    for (let first = 0; first < all.length; first += mostTogether) {
      const asked = all.slice(first, first + mostTogether);
      // A single read uses the pool directly, which takes 10% less processor time.
      const [lone] = asked;
      if (lone !== undefined && asked.length === 1) void ask(pool, lone);
      else void askTogether(pool, asked, limitMs);
    }
  };
  const query: Query = (...statement) =>
    new Promise((resolve, reject) => {
      schedule();
      gathered.push({ statement, resolve, reject });
    });
  const share: Reads["share"] = <Result>(key: string, read: () => Promise<Result>): Promise<Result> => {
    const known = shared.get(key);
    // A key names one kind of result.
    if (known !== undefined) return known as Promise<Result>;
    schedule();
    const result = read();
    shared.set(key, result);
    return result;
  };
  return { query: query as Db["query"], share };
}

/** Never rejects: each caller gets its own outcome. */
async function askTogether(pool: Pool, asked: readonly Asked[], limitMs: number): Promise<void> {
  try {
    await withConnection(pool, async (client, abandon) => {
      const limit = setTimeout(() => socketOf(client).destroy(), limitMs);
      const reasonOf = reasons(abandon);
      await Promise.all(asked.map((one) => ask(client, one, reasonOf)));
      clearTimeout(limit);
    });
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/** Never rejects either. The pool itself checks its connections, so there is nothing to do here. */
async function ask(
  db: Db,
  { statement, resolve, reject }: Asked,
  reasonOf = (error: unknown): unknown => error,
): Promise<void> {
  try {
    resolve(await (db.query as Query)(...statement));
  } catch (error) {
    reject(reasonOf(error));
  }
}

/**
 * Why a read failed. Its connection is not used again, as the pool does with its own: a plan that no longer fits a
 * changed table would fail on it forever. Statements that share a name with a failed one get its error.
 */
function reasons(abandon: (reason: Error) => void): (error: unknown) => unknown {
  let first: { error: unknown } | null = null;
  return (error) => {
    first ??= { error };
    abandon(error instanceof Error ? error : new Error("a read failed"));
    return sqlState(error) === NOT_PREPARED ? first.error : error;
  };
}
