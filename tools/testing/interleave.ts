import type { Scheduler } from "fast-check";
import type pg from "pg";
import type { Pool } from "@/server/platform/pool";
import { statementText } from "./statement-text";

/**
 * A pool whose statements wait for a fast-check scheduler, which releases them one at a time in an order that a seed
 * reproduces. Statements of one connection keep their order. Postgres is the real one, so a released statement may
 * still wait for a lock while others continue.
 */
export function interleaved(pool: Pool, scheduler: Scheduler): Pool {
  return replacing(pool, {
    // Each may use a separate connection, so none waits for another.
    query: (...statement: Parameters<pg.ClientBase["query"]>) => inTurn(pool, scheduler)(...statement),
    async connect() {
      const client = await pool.connect();
      return replacing(client, { query: inTurn(client, scheduler) });
    },
  });
}

function inTurn(db: Pick<pg.ClientBase, "query">, scheduler: Scheduler) {
  let before: Promise<unknown> = Promise.resolve();
  return (...statement: Parameters<pg.ClientBase["query"]>): Promise<unknown> => {
    const turn = before.then(() => scheduler.schedule(Promise.resolve(), labelOf(statement[0])));
    before = turn;
    return turn.then(() => db.query(...statement) as unknown);
  };
}

/** The label of a statement in the report of a failing order. */
function labelOf(statement: unknown): string {
  return statementText(statement).trim().replace(/\s+/g, " ").slice(0, 60);
}

function replacing<T extends object>(of: T, replaced: Record<string, unknown>): T {
  return new Proxy(of, {
    get(target, name) {
      if (typeof name === "string" && name in replaced) return replaced[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
