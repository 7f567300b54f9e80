import { withConnection } from "./connection";
import type { Db, Pool } from "./pool";

/** More would wait for each other while other connections rest; fewer are written apart again (docs/performance.md). */
const MOST_TOGETHER = 16;

type Query = (statement: unknown, values?: unknown[]) => Promise<unknown>;
type Asked = {
  statement: Parameters<Query>;
  resolve: (answer: unknown) => void;
  reject: (reason: unknown) => void;
};

/**
 * For reads of few rows by their key: those that come in one turn of the event loop travel together, up to `mostTogether` on
 * one connection (0195). Each is answered by itself, and fails by itself unless their connection does. Whoever waits holds up
 * those behind, so nothing that locks, or reads much, goes here.
 */
export function gatherReads(pool: Pool, mostTogether = MOST_TOGETHER): Db {
  let gathered: Asked[] = [];
  const send = (): void => {
    const all = gathered;
    gathered = [];
    for (let first = 0; first < all.length; first += mostTogether) {
      void askTogether(pool, all.slice(first, first + mostTogether));
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
async function askTogether(pool: Pool, asked: readonly Asked[]): Promise<void> {
  try {
    await withConnection(pool, (client) => Promise.all(asked.map((one) => ask(client, one))));
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

async function ask(db: Db, { statement, resolve, reject }: Asked): Promise<void> {
  try {
    resolve(await (db.query as Query)(...statement));
  } catch (error) {
    reject(error);
  }
}
