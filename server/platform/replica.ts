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

const PLACE = "system_identifier || '/' || current_database()";

/** The same for a database and its replicas, and for no other. */
export async function placeOf(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ place: string }>(
    `select ${PLACE} as place from pg_control_system()`,
  );
  return rows[0]?.place ?? "";
}

/**
 * For reads that may be some seconds old: they go to a streaming replica while it is fresh, else to the primary, and the primary
 * answers what the replica could not. `replica` needs an answer limit, for one that hangs ends no statement itself. Workers write down every two seconds that they live; how old the newest such line is
 * tells how far the replica is behind, also when it hears nothing any more. Without a worker it is not used. For single
 * statements; what decides about money never asks it (decision 0184).
 */
export function createHistory(options: {
  primary: Pool;
  replica: Pool;
  /** Of the primary, by `placeOf`. */
  place: string;
  maxLagMs: number;
  logger: Logger;
}): Db {
  const { primary, replica, place, maxLagMs, logger } = options;
  let lookedAt = -Infinity;
  let isFresh: Promise<boolean> = Promise.resolve(false);
  let told: string | null = null;

  /** Says it once, not at every look. */
  const tell = (problem: string | null): boolean => {
    if (problem !== null && problem !== told) logger.warn({ problem }, "the primary answers for the replica");
    told = problem;
    return problem === null;
  };
  const look = async (): Promise<boolean> => {
    try {
      const { rows } = await replica.query<{ place: string; is_replica: boolean; is_fresh: boolean | null }>(
        `select ${PLACE} as place, pg_is_in_recovery() as is_replica,
           (select max(seen_at) from job_worker_leases) > now() - $1 * interval '1 millisecond' as is_fresh
         from pg_control_system()`,
        [maxLagMs],
      );
      const [found] = rows;
      if (found?.place !== place || !found.is_replica) {
        return tell("ROUTING_REPLICA_URL leads to no replica of this database");
      }
      return tell(found.is_fresh === true ? null : "it is too far behind, or no worker runs");
    } catch (error) {
      return tell(error instanceof Error ? error.message : "it cannot be asked");
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

/** Whatever is wrong with the replica: it may lack a table that is not replayed yet. */
function mayAnswerElsewhere(error: unknown): boolean {
  const state = sqlState(error);
  return state === null || (state !== QUERY_CANCELED && !DATA_EXCEPTION.test(state));
}
