import type { Worker, WorkerEvents } from "graphile-worker";
import { announcedTask } from "./announce-jobs";

/** What is announced within so many milliseconds is answered by one look. */
const GATHER_MS = 20;
/** The library's word for "wake nobody" in an announcement. */
const WAKE_NOBODY = JSON.stringify({ count: 0 });

/**
 * Decides which sleeping worker of a runner looks for a job, and when (decision 0182). Left to itself, each announcement wakes a
 * worker of every runner, whatever kind of job it was and however late it is due, and each sleeping worker looks at intervals of
 * its own: many looks for each job done. Here announcements of the runner's own `tasks` are gathered, one worker looks, and the
 * next is woken only by a worker that found something. `pollEveryMs` bounds how late a job is begun that was planned for later.
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
      // One that has begun to look by itself meanwhile is passed over.
      if (worker.nudge()) return true;
    }
    return false;
  };
  const answer = (): void => {
    gathering = null;
    answeredAt = performance.now();
    // Where nobody sleeps, those that are looking at this moment look once more: they may have looked too early.
    if (!wakeNext()) for (const worker of workers) worker.nudge();
  };
  const announce = (): void => {
    if (gathering !== null) return;
    const waitMs = answeredAt + GATHER_MS - performance.now();
    if (waitMs <= 0) answer();
    else gathering = setTimeout(answer, waitMs);
  };

  events.on("worker:create", ({ worker }) => workers.add(worker));
  events.on("worker:release", ({ worker }) => {
    workers.delete(worker);
    sleeping.delete(worker);
  });
  events.on("worker:getJob:start", ({ worker }) => sleeping.delete(worker));
  for (const nothingFound of ["worker:getJob:empty", "worker:getJob:error"] as const) {
    events.on(nothingFound, ({ worker }) => {
      // One that was let go during its look must not be woken again.
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
