import { withConnection } from "./connection";
import { type Db, type Pool, sqlState } from "./pool";
import { socketOf } from "./socket-of";

/** More would wait for each other while other connections rest; fewer are written apart again (docs/performance.md). */
const MOST_TOGETHER = 16;
/** Longer than one statement may take, so that what each of them waits does not add up. */
const LIMIT_MS = 16_000;
/** The statement of this name could not be prepared for the one in front of it. */
const NOT_PREPARED = "26000";

type Limits = { mostTogether: number; limitMs: number };
type Query = (statement: unknown, values?: unknown[]) => Promise<unknown>;
type Asked = {
  statement: Parameters<Query>;
  resolve: (answer: unknown) => void;
  reject: (reason: unknown) => void;
};

/**
 * For reads of few rows by their key: those that come in one turn of the event loop travel together, up to `mostTogether` on
 * one connection (0195). Each is answered by itself, and fails by itself unless their connection does, which is given up
 * `limitMs` milliseconds after it was lent: an outage to whoever has no answer yet. Whoever waits holds up those behind, so
 * nothing that locks, or reads much, goes here.
 */
export function gatherReads(
  pool: Pool,
  limits: Limits = { mostTogether: MOST_TOGETHER, limitMs: LIMIT_MS },
): Db {
  const { mostTogether, limitMs } = limits;
  let gathered: Asked[] = [];
  const send = (): void => {
    const all = gathered;
    gathered = [];
    for (let first = 0; first < all.length; first += mostTogether) {
      const asked = all.slice(first, first + mostTogether);
      // Alone, a read goes the pool's own way, which takes a tenth less of the processor.
      const [lone] = asked;
      if (lone !== undefined && asked.length === 1) void ask(pool, lone);
      else void askTogether(pool, asked, limitMs);
    }
  };
  const query: Query = (...statement) =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0) process.nextTick(send);
      gathered.push({ statement, resolve, reject });
    });
  return { query: query as Db["query"] };
}

/** Never rejects: every outcome is told to who asked. */
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

/** Never rejects either. A connection that the pool itself lends is judged by the pool, so there is nothing to find out here. */
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
 * Why a read failed. Its connection is not used again, as the pool's own are not: a plan that no longer fits what a table has
 * become would fail on it for ever. Statements that share a name with a failed one are told what failed it.
 */
function reasons(abandon: (reason: Error) => void): (error: unknown) => unknown {
  let first: { error: unknown } | null = null;
  return (error) => {
    first ??= { error };
    abandon(error instanceof Error ? error : new Error("a read failed"));
    return sqlState(error) === NOT_PREPARED ? first.error : error;
  };
}
