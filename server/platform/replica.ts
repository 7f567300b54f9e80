import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log";
import { type Db, type Pool, sqlState } from "./pool";

/** How long a check of the replica stays valid. */
const TRUST_MS = 1_000;
/** The longest wait for a replica that does not respond. */
const PATIENCE_MS = 250;
/** SQLSTATE: a statement that took too long there would also take too long on the primary. */
const QUERY_CANCELED = "57014";
/** SQLSTATE class: the query is invalid on any server. */
const DATA_EXCEPTION = /^22/;

const PLACE = "system_identifier || '/' || current_database()";

/** Identifies a database and its replicas, and no other database. */
export async function placeOf(primary: Pool): Promise<string> {
  const { rows } = await primary.query<{ place: string }>(
    `select ${PLACE} as place from pg_control_system()`,
  );
  return rows[0]?.place ?? "";
}

/** How far a replica is behind, in seconds: by the heartbeat of workers, as {@link createHistory} judges it. */
export async function readReplicaLag(replica: Pool): Promise<number> {
  const { rows } = await replica.query<{ seconds: number | null }>(
    "select extract(epoch from clock_timestamp() - max(seen_at))::float8 as seconds from workers",
  );
  return rows[0]?.seconds ?? Infinity;
}

/**
 * Serves reads that may be some seconds stale: they use a streaming replica while it is fresh, else the primary, which
 * also answers what the replica could not. `replica` needs a response limit, because a hanging server ends no statement
 * itself. Workers write a heartbeat every two seconds; the age of the newest one on the replica shows its lag, even
 * when replication has stopped. Without a worker the replica is not used. For single statements; decisions about money
 * never use it (decision 0184).
 */
export function createHistory(options: {
  primary: Pool;
  replica: Pool;
  /** The place of the primary, as `placeOf` returns it. */
  place: string;
  maxLagMs: number;
  logger: Logger;
}): Db {
  const { primary, replica, place, maxLagMs, logger } = options;
  let lookedAt = -Infinity;
  let isFresh: Promise<boolean> = Promise.resolve(false);
  let reported: string | null = null;

  /** Logs a problem once, not at every check. */
  const report = (problem: string | null): boolean => {
    if (problem !== null && problem !== reported)
      logger.warn({ problem }, "the primary answers for the replica");
    reported = problem;
    return problem === null;
  };
  const look = async (): Promise<boolean> => {
    try {
      const { rows } = await replica.query<{ place: string; is_replica: boolean; is_fresh: boolean | null }>(
        `select ${PLACE} as place, pg_is_in_recovery() as is_replica,
           (select max(seen_at) from workers) > now() - $1 * interval '1 millisecond' as is_fresh
         from pg_control_system()`,
        [maxLagMs],
      );
      const [found] = rows;
      if (found?.place !== place || !found.is_replica) {
        return report("ROUTING_REPLICA_URL leads to no replica of this database");
      }
      return report(found.is_fresh === true ? null : "it is too far behind, or no worker runs");
    } catch (error) {
      return report(error instanceof Error ? error.message : "it cannot be asked");
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
      if (!mayRespondElsewhere(error)) throw error;
      logger.warn({ err: error }, "the replica did not answer; the primary does");
      return queryOf(primary)(...statement);
    }
  };
  return { query: query as Db["query"] };
}

/** One of the many signatures of pg's own `query`. */
type Query = (statement: unknown, values?: unknown[]) => Promise<unknown>;

function queryOf(pool: Pool): Query {
  return pool.query.bind(pool);
}

/** Any other problem of the replica: for example, it may lack a table that is not replayed yet. */
function mayRespondElsewhere(error: unknown): boolean {
  const state = sqlState(error);
  return state === null || (state !== QUERY_CANCELED && !DATA_EXCEPTION.test(state));
}
