import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log";
import { type Db, type Pool, sqlState } from "./pool";

/** How long what was found of the replica holds. */
const TRUST_MS = 1_000;
/** Whoever reads waits no longer for a replica that says nothing. */
const PATIENCE_MS = 250;
/** A statement that took too long there would take as long here. */
const QUERY_CANCELED = "57014";
/** What was asked makes no sense, wherever it is asked. */
const DATA_EXCEPTION = /^22/;

/**
 * For reads that may be some seconds old: they go to a streaming replica while it is fresh, else to the primary, and the primary
 * answers what the replica could not. `replica` needs an answer limit, for one that hangs ends no statement itself. Workers write down every two seconds that they live; how old the newest such line is
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
  let place: string | null = null;

  const look = async (): Promise<boolean> => {
    try {
      place ??= await placeOf(primary);
      const { rows } = await replica.query<{ is_fresh: boolean | null }>(
        "select max(seen_at) > now() - $1 * interval '1 millisecond' as is_fresh from job_worker_leases",
        [maxLagMs],
      );
      if (rows[0]?.is_fresh !== true) return false;
      if ((await placeOf(replica)) === place) return true;
      logger.error("ROUTING_REPLICA_URL leads to no replica of this database; the primary answers");
      return false;
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

/** The same for a database and its replicas, and for no other. */
async function placeOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ place: string }>(
    "select system_identifier || '/' || current_database() as place from pg_control_system()",
  );
  return rows[0]?.place ?? "";
}

/** Whatever is wrong with the replica: it may lack a table that is not replayed yet. */
function mayAnswerElsewhere(error: unknown): boolean {
  const state = sqlState(error);
  return state === null || (state !== QUERY_CANCELED && !DATA_EXCEPTION.test(state));
}
