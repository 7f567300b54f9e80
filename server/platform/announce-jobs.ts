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
  const announcer = announcerOf(pool, task);
  if (announcer.isBusy) announcer.isWanted = true;
  else void announce(pool, task, announcer);
}

async function announce(pool: Pool, task: string, announcer: Announcer): Promise<void> {
  announcer.isBusy = true;
  do {
    announcer.isWanted = false;
    const announcement = JSON.stringify({ count: 1, task });
    const sent = pool.query("select pg_notify('jobs:insert', $1)", [announcement]).catch(() => undefined);
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

function announcerOf(pool: Pool, task: string): Announcer {
  const ofPool = announcers.get(pool) ?? new Map<string, Announcer>();
  announcers.set(pool, ofPool);
  const announcer = ofPool.get(task) ?? { isBusy: false, isWanted: false };
  ofPool.set(task, announcer);
  return announcer;
}
