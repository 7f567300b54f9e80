import type { Logger } from "./log";

/**
 * Calls `plan` every `everyMs` until stopped. A recurring job schedules its own successor, so a job that is deleted or
 * that has used up its attempts while the database is slow would never run again. This timer is outside the queue and
 * schedules the job again without a restart. `plan` must leave a pending job as it is.
 */
export function keepScheduled(
  everyMs: number,
  plan: () => Promise<void>,
  logger: Logger,
): { stop(): Promise<void> } {
  let isStopping = false;
  let planning: Promise<void> = Promise.resolve();
  const planOnce = (): Promise<void> =>
    plan().catch((error: unknown) => logger.warn({ err: error }, "recurring jobs could not be planned"));
  const planLater = (): NodeJS.Timeout =>
    setTimeout(() => {
      planning = planOnce().finally(() => {
        if (!isStopping) timer = planLater();
      });
    }, everyMs);
  let timer = planLater();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await planning;
    },
  };
}
