import type { Pool } from "./pool";

/** However many jobs of a task were added meanwhile. */
const ANNOUNCE_EVERY_MS = 10;

type Announcer = { announcedAt: number; isPlanned: boolean };
const announcers = new WeakMap<Pool, Map<string, Announcer>>();

/**
 * Tells the workers of all processes that there is something to do: at once, and again after a moment if more was added
 * meanwhile. Outside the transactions that add jobs (0185). An announcement that is lost with its process or connection costs
 * a moment: workers look by themselves as well (0182).
 */
export function announceJobs(pool: Pool, task: string): void {
  const announcer = announcerOf(pool, task);
  if (announcer.isPlanned) return;
  const announce = (): void => {
    announcer.isPlanned = false;
    announcer.announcedAt = performance.now();
    const announcement = JSON.stringify({ count: 1, task });
    pool.query("select pg_notify('jobs:insert', $1)", [announcement]).catch(() => undefined);
  };
  const waitMs = announcer.announcedAt + ANNOUNCE_EVERY_MS - performance.now();
  if (waitMs <= 0) return announce();
  announcer.isPlanned = true;
  setTimeout(announce, waitMs).unref();
}

/** The task of an announcement; null for those of the library's own functions, which do not tell it. */
export function announcedTask(payload: string | undefined): string | null {
  const [, task = null] = /"task":"([^"\\]*)"/.exec(payload ?? "") ?? [];
  return task;
}

function announcerOf(pool: Pool, task: string): Announcer {
  const ofPool = announcers.get(pool) ?? new Map<string, Announcer>();
  announcers.set(pool, ofPool);
  const announcer = ofPool.get(task) ?? { announcedAt: -Infinity, isPlanned: false };
  ofPool.set(task, announcer);
  return announcer;
}
