import type { Backlog } from "../metrics";
import { jobLags, openRefunds, queuedJobs, pendingReversals, waitingWebhooks } from "../store/backlog";
import type { Deps } from "./deps";

/**
 * The pending work at this moment. Throws when the database is unavailable: an empty result would mean an empty
 * queue.
 */
export async function readBacklog(deps: Deps): Promise<Backlog> {
  const [refunds, reversals, jobs, lags, webhooks] = await Promise.all([
    openRefunds(deps.pool, deps.clock.now()),
    pendingReversals(deps.pool),
    queuedJobs(deps.pool),
    jobLags(deps.pool),
    waitingWebhooks(deps.pool, deps.clock.now()),
  ]);
  return { refunds, reversals, jobs, lags, webhooks };
}
