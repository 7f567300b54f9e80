import type { Db, Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { countLeftJobs } from "../../store/cells/in-progress";
import { longestMoveSeconds } from "../../store/cells/move-stage";
import type { Deps } from "../deps";

/** What the metrics say about moves to another cell; null for what could not be read in time. */
export type MoveFigures = { longestSeconds: number | null; leftJobs: number | null };

/** Of each statement. Other figures may wait for the same connection. */
const LIMIT_MS = 1_000;

/**
 * Never throws, and neither figure takes the other one away. Through a pooler the connection has the limit of the database, which is
 * long, so each transaction sets its own.
 */
export async function readMoveFigures({ clock }: Pick<Deps, "clock">, pool: Pool): Promise<MoveFigures> {
  const inTime = <T>(read: (db: Db) => Promise<T>): Promise<T | null> =>
    inTransaction(pool, async (db) => {
      await db.query(`set local statement_timeout = ${String(LIMIT_MS)}`);
      return read(db);
    }).catch(() => null);
  return {
    longestSeconds: await inTime((db) => longestMoveSeconds(db, clock.now())),
    leftJobs: await inTime(countLeftJobs),
  };
}
