import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "./pool";

/** However many jobs of a task were added meanwhile. */
const ANNOUNCE_EVERY_MS = 10;
/** An announcement that hangs in its connection must not block the next one. */
const PATIENCE_MS = 1_000;

/** `isBusy`: an announcement is in progress or scheduled. `isWanted`: a job was added since it was sent. */
type Announcer = { isBusy: boolean; isWanted: boolean };
const announcers = new WeakMap<Pool, Map<string, Announcer>>();

/**
 * Notifies the workers of all processes of new jobs: at once, and again after a moment if more were added meanwhile;
 * hardly ever more than one announcement at a time, however slow the database is. Outside the transactions that add
 * jobs (0185). An announcement lost with its process or connection costs only a moment, because workers also poll
 * (0185).
 */
export function announceJobs(pool: Pool, task: string): void {
  announceOnce(pool, { channel: "jobs:insert", payload: JSON.stringify({ count: 1, task }) });
}

/** The channel of rows that are due; the payload is their table. */
export const DUE_ROWS = "due_rows";

/** Announces rows of a table that are due. */
export function announceDue(pool: Pool, table: string): void {
  announceOnce(pool, { channel: DUE_ROWS, payload: table });
}

type Announcement = { channel: string; payload: string };

function announceOnce(pool: Pool, announcement: Announcement): void {
  const announcer = announcerOf(pool, `${announcement.channel} ${announcement.payload}`);
  if (announcer.isBusy) announcer.isWanted = true;
  else void announce(pool, announcement, announcer);
}

async function announce(pool: Pool, { channel, payload }: Announcement, announcer: Announcer): Promise<void> {
  announcer.isBusy = true;
  do {
    announcer.isWanted = false;
    const sent = pool.query("select pg_notify($1, $2)", [channel, payload]).catch(() => undefined);
    await Promise.race([sent, sleep(PATIENCE_MS, undefined, { ref: false })]);
    await sleep(ANNOUNCE_EVERY_MS, undefined, { ref: false });
  } while (announcer.isWanted);
  announcer.isBusy = false;
}

/** The task of an announcement; null for those of the library's own functions, which do not contain it. */
export function announcedTask(payload: string | undefined): string | null {
  const [, task = null] = /"task":"([^"\\]*)"/.exec(payload ?? "") ?? [];
  return task;
}

function announcerOf(pool: Pool, what: string): Announcer {
  const ofPool = announcers.get(pool) ?? new Map<string, Announcer>();
  announcers.set(pool, ofPool);
  const announcer = ofPool.get(what) ?? { isBusy: false, isWanted: false };
  ofPool.set(what, announcer);
  return announcer;
}
