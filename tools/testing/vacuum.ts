import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

const TRIES = 60;
const PAUSE_MS = 500;

/**
 * Vacuums and analyses the tables until Postgres has marked nearly all their pages as visible to everybody. While any
 * statement of the database is older than the rows, such as a job's of a running worker, a vacuum marks none, and the
 * planner then avoids index-only scans.
 */
export async function vacuumAnalyze(db: pg.Pool, tables: readonly string[]): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    await db.query(`vacuum analyze ${tables.join(", ")}`);
    const { rows } = await db.query(
      `select relname from pg_class where oid = any($1::regclass[]) and relallvisible < 0.9 * relpages - 1`,
      [tables],
    );
    if (rows.length === 0) return;
    await sleep(PAUSE_MS);
  }
  throw new Error(`not all pages of ${tables.join(", ")} became visible`);
}
