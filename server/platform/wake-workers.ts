import type { Worker, WorkerEvents } from "graphile-worker";
import { announcedTask } from "./announce-jobs";

/** Announcements within this many milliseconds cause one poll. */
const GATHER_MS = 20;
/** The library's value for "wake nobody" in an announcement. */
const WAKE_NOBODY = JSON.stringify({ count: 0 });

/**
 * Decides which sleeping worker of a runner polls for a job, and when (decision 0185). By default, each announcement
 * wakes a worker of every runner, whatever the job's task and however late it is due, and each sleeping worker polls at
 * its own interval: many polls per job. Here announcements of the runner's own `tasks` are combined, one worker polls,
 * and the next is woken only by a worker that found a job. `pollEveryMs` limits how late a scheduled job starts.
 */
export function wakeOneByOne(
  events: WorkerEvents,
  { tasks, pollEveryMs }: { tasks: ReadonlySet<string>; pollEveryMs: number },
): { stop(): void } {
  const workers = new Set<Worker>();
  const sleeping = new Set<Worker>();
  let answeredAt = -Infinity;
  let gathering: NodeJS.Timeout | null = null;

  const wakeNext = (): boolean => {
    for (const worker of sleeping) {
      // Skips a worker that has started to poll by itself meanwhile.
      if (worker.nudge()) return true;
    }
    return false;
  };
  const response = (): void => {
    gathering = null;
    answeredAt = performance.now();
    // When no worker is asleep, those that are polling at this moment poll once more: they may have polled too early.
    if (!wakeNext()) for (const worker of workers) worker.nudge();
  };
  const announce = (): void => {
    if (gathering !== null) return;
    const waitMs = answeredAt + GATHER_MS - performance.now();
    if (waitMs <= 0) response();
    else gathering = setTimeout(response, waitMs);
  };

  events.on("worker:create", ({ worker }) => workers.add(worker));
  events.on("worker:release", ({ worker }) => {
    workers.delete(worker);
    sleeping.delete(worker);
  });
  events.on("worker:getJob:start", ({ worker }) => sleeping.delete(worker));
  for (const nothingFound of ["worker:getJob:empty", "worker:getJob:error"] as const) {
    events.on(nothingFound, ({ worker }) => {
      // A worker that was released during its poll must not be woken again.
      if (workers.has(worker)) sleeping.add(worker);
    });
  }
  events.on("job:start", wakeNext);
  events.on("pool:listen:notification", ({ message }) => {
    if (message.channel !== "jobs:insert") return;
    const task = announcedTask(message.payload);
    message.payload = WAKE_NOBODY;
    if (task === null || tasks.has(task)) announce();
  });
  const looking = setInterval(announce, pollEveryMs);

  return {
    stop() {
      clearInterval(looking);
      if (gathering !== null) clearTimeout(gathering);
    },
  };
}
