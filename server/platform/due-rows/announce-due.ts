import { setTimeout as sleep } from "node:timers/promises";
import { scopedName } from "../account-scope";
import type { Pool } from "../pool";

/** However many rows of a table became due meanwhile. */
const ANNOUNCE_EVERY_MS = 10;
/** An announcement that hangs in its connection must not block the next one. */
const PATIENCE_MS = 1_000;

/** `isBusy`: an announcement is in progress or scheduled. `isWanted`: a row became due since it was sent. */
type Announcer = { isBusy: boolean; isWanted: boolean };
const announcers = new WeakMap<Pool, Map<string, Announcer>>();

/** The channel of rows that are due; the payload is their table; of a further account with its name. */
export const DUE_ROWS = "due_rows";

const ANNOUNCE = `select pg_notify($1, ${scopedName("$2::text")})`;

/**
 * Notifies the workers of all processes of rows of a table that are due: at once, and again after a moment if more were added
 * meanwhile; hardly ever more than one announcement at a time, however slow the database is. Outside the transactions that
 * make them due, because Postgres commits those with an announcement one at a time (decision 0404). An announcement lost with
 * its process or connection costs only a moment, because workers also look by themselves.
 */
export function announceDue(pool: Pool, table: string): void {
  const announcer = announcerOf(pool, table);
  if (announcer.isBusy) announcer.isWanted = true;
  else void announce(pool, table, announcer);
}

async function announce(pool: Pool, table: string, announcer: Announcer): Promise<void> {
  announcer.isBusy = true;
  do {
    announcer.isWanted = false;
    const sent = pool.query(ANNOUNCE, [DUE_ROWS, table]).catch(() => undefined);
    await Promise.race([sent, sleep(PATIENCE_MS, undefined, { ref: false })]);
    await sleep(ANNOUNCE_EVERY_MS, undefined, { ref: false });
  } while (announcer.isWanted);
  announcer.isBusy = false;
}

function announcerOf(pool: Pool, what: string): Announcer {
  const ofPool = announcers.get(pool) ?? new Map<string, Announcer>();
  announcers.set(pool, ofPool);
  const announcer = ofPool.get(what) ?? { isBusy: false, isWanted: false };
  ofPool.set(what, announcer);
  return announcer;
}
