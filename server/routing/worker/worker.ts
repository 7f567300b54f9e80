import type { Jobs } from "@/server/platform/run-job";
import type { Deps } from "../usecases/deps";
import { startCounting } from "./counting";
import { startGatewayWorkers } from "./gateway-workers";
import { startReporting } from "@/server/platform/workers";
import { startRetention } from "./retention";
import { startRunWorker } from "./run-worker";
import { type ScheduleOptions, startScheduleWorker } from "./schedule-worker";
import { startWebhookWorkers } from "./webhook-worker";

type WorkerOptions = ScheduleOptions & {
  /** Null: payments are never deleted. */
  paymentKeepDays: number | null;
  reconciliationKeepDays: number | null;
};

/**
 * Starts this process's share of the jobs: refunds, reversals, polled payments, webhooks, sums and the retention. Each kind of
 * work has workers of its own, so that none waits for another's calls to a gateway (decision 0362).
 */
export async function startWorker(deps: Deps, options: WorkerOptions): Promise<Jobs> {
  const all: Jobs[] = [];
  const isAlive = (): boolean => all.every((jobs) => jobs.isAlive());
  const reporting = await startReporting({ pool: deps.sessions, logger: deps.logger }, isAlive);
  all.push(await startScheduleWorker(deps, options));
  all.push(...startGatewayWorkers(deps), startRunWorker(deps), ...startWebhookWorkers(deps));
  const keepsAll = options.paymentKeepDays === null && options.reconciliationKeepDays === null;
  const others = [reporting, startCounting(deps), ...(keepsAll ? [] : [startRetention(deps, options)])];
  return {
    isAlive,
    async stop() {
      await Promise.all([...all, ...others].map((part) => part.stop()));
    },
  };
}
