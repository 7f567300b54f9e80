import { oldestDueRow } from "../store/backlog";
import { gatewayLanes } from "../store/gateways/gateway-lanes";
import { webhookDueSince } from "../store/work-status";
import { readWorkers } from "@/server/platform/workers";
import type { Deps } from "./deps";

/** `late`: something due has waited for over a minute. `down`: no worker is alive. `since`: null where all is well. */
export type WorkState = { state: "works" | "late" | "down"; since: Date | null };

const LATE_AFTER_MS = 60_000;

/** Whether the jobs and webhooks of the service move on, for all merchants together: states and times, no counts. */
export async function readServiceStatus(deps: Deps): Promise<{ jobs: WorkState; webhooks: WorkState }> {
  const now = deps.clock.now();
  const [workers, jobSince, webhookSince] = await Promise.all([
    readWorkers(deps.pool),
    oldestDueRow(deps.pool, gatewayLanes(deps.gateways)),
    webhookDueSince(deps.pool),
  ]);
  const stateOf = (dueSince: Date | null): WorkState => {
    if (workers.alive === 0) return { state: "down", since: workers.seenAt };
    const isLate = dueSince !== null && now.getTime() - dueSince.getTime() > LATE_AFTER_MS;
    return isLate ? { state: "late", since: dueSince } : { state: "works", since: null };
  };
  return { jobs: stateOf(jobSince), webhooks: stateOf(webhookSince) };
}
