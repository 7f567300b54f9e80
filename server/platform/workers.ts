import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "./log";
import { type Db, type Pool, prepared } from "./pool";
import { retryDuringOutage } from "./retry-during-outage";

const EVERY_MS = 2_000;

/** A process that has not reported for this long counts as dead. */
const ALIVE = "seen_at > now() - interval '10 seconds'";

const REPORT = prepared(
  `with gone as (delete from workers where seen_at < now() - interval '1 day' and id <> $1)
   insert into workers (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()`,
);

/** Says that this process has the jobs at this moment, and forgets processes that ended long ago. */
export async function reportWorker(db: Db, id: string): Promise<void> {
  await db.query({ ...REPORT, values: [id] });
}

const READ = prepared(
  `select count(*) filter (where ${ALIVE})::int as alive, max(seen_at) as "seenAt" from workers`,
);

/** The processes that have the jobs now, and when the latest one was seen; null when there never was one. */
export async function readWorkers(db: Db): Promise<{ alive: number; seenAt: Date | null }> {
  const { rows } = await db.query<{ alive: number; seenAt: Date | null }>(READ);
  return rows[0] ?? { alive: 0, seenAt: null };
}

/** Reports now and every two seconds that this process has the jobs, while it does: a replica is known by it to be fresh, too (0184). */
export async function startReporting(
  { pool, logger }: { pool: Pool; logger: Logger },
  isAlive: () => boolean,
): Promise<{ stop(): Promise<void> }> {
  const id = randomUUID();
  await retryDuringOutage(() => reportWorker(pool, id), { logger });
  const stopping = new AbortController();
  const { signal } = stopping;
  let isHeard = true;
  const running = (async () => {
    for (;;) {
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        if (isAlive()) await reportWorker(pool, id);
        isHeard = true;
      } catch (error) {
        // Once for an outage: each report fails while it lasts.
        if (isHeard) logger.warn({ err: error }, "this worker could not report that it is alive");
        isHeard = false;
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
