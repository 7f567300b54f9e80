import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log";
import { type Db, isDatabaseOutage, type Pool, sqlState } from "./pool";

/** How long what was found of the replica holds. */
const TRUST_MS = 1_000;
/** Whoever reads waits no longer for a replica that says nothing. */
const PATIENCE_MS = 250;
/** A statement that stood in the way of what is replayed, and was ended for it. */
const CONFLICT_WITH_RECOVERY = "40001";
/** A statement that took too long there would take as long here. */
const QUERY_CANCELED = "57014";

/**
 * For reads that may be some seconds old: they go to a streaming replica while it is fresh, else to the primary, and the primary
 * answers what the replica could not. Workers write down every two seconds that they live; how old the newest such line is
 * tells how far the replica is behind, also when it hears nothing any more. Without a worker it is not used. For single
 * statements; what decides about money never asks it (decision 0184).
 */
export function createHistory(options: {
  primary: Pool;
  replica: Pool;
  maxLagMs: number;
  logger: Logger;
}): Db {
  const { primary, replica, maxLagMs, logger } = options;
  let lookedAt = -Infinity;
  let isFresh: Promise<boolean> = Promise.resolve(false);

  const look = async (): Promise<boolean> => {
    try {
      const { rows } = await replica.query<{ is_fresh: boolean | null }>(
        "select max(seen_at) > now() - $1 * interval '1 millisecond' as is_fresh from job_worker_leases",
        [maxLagMs],
      );
      return rows[0]?.is_fresh === true;
    } catch (error) {
      logger.warn({ err: error }, "the replica could not be asked; the primary answers");
      return false;
    }
  };
  const mayAsk = (): Promise<boolean> => {
    if (performance.now() - lookedAt > TRUST_MS) {
      lookedAt = performance.now();
      isFresh = look();
    }
    return Promise.race([isFresh, sleep(PATIENCE_MS, false)]);
  };

  const query = async (...statement: Parameters<Query>): Promise<unknown> => {
    if (!(await mayAsk())) return queryOf(primary)(...statement);
    try {
      return await queryOf(replica)(...statement);
    } catch (error) {
      if (!mayAnswerElsewhere(error)) throw error;
      logger.warn({ err: error }, "the replica did not answer; the primary does");
      return queryOf(primary)(...statement);
    }
  };
  return { query: query as Db["query"] };
}

/** One of the many shapes of pg's own. */
type Query = (statement: unknown, values?: unknown[]) => Promise<unknown>;

function queryOf(pool: Pool): Query {
  return pool.query.bind(pool);
}

function mayAnswerElsewhere(error: unknown): boolean {
  const state = sqlState(error);
  if (state === QUERY_CANCELED) return false;
  return state === CONFLICT_WITH_RECOVERY || isDatabaseOutage(error);
}
