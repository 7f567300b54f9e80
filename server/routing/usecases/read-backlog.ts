import { readJobWork } from "@/server/platform/metrics/job-work";
import { readNewestBackup } from "@/server/platform/newest-backup";
import type { Pool } from "@/server/platform/pool";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { Backlog } from "../backlog-metrics";
import {
  countEndpoints,
  oldestOpenRefunds,
  openRefunds,
  pendingReversals,
  waitingWebhooks,
} from "../store/backlog";
import { HEALTHY, listGatewayHealth } from "../store/gateways/gateway-health";
import type { Deps } from "./deps";

/**
 * The pending work at this moment, read over `pool`. Throws when the database is unavailable: an empty result would
 * mean an empty queue. `backupFolder`: null where none is configured.
 */
export async function readBacklog(
  { clock, gateways }: Pick<Deps, "clock" | "gateways">,
  pool: Pool,
  backupFolder: string | null,
): Promise<Backlog> {
  const now = clock.now();
  const [refunds, oldestRefunds, reversals, jobs, webhooks, endpoints, healthOf, isHeld, newestBackup] =
    await Promise.all([
      openRefunds(pool, now),
      oldestOpenRefunds(pool, now),
      pendingReversals(pool),
      readJobWork(pool),
      waitingWebhooks(pool, now),
      countEndpoints(pool),
      listGatewayHealth(pool),
      areRefundsHeld(pool),
      backupFolder === null ? undefined : readNewestBackup(backupFolder).catch(() => null),
    ]);
  return {
    refunds,
    oldestRefunds,
    reversals,
    jobs,
    webhooks,
    endpoints,
    circuits: [...gateways.keys()].map((gateway) => ({
      gateway,
      state: (healthOf.get(gateway) ?? HEALTHY).circuit.state,
    })),
    areRefundsHeld: isHeld,
    newestBackup,
  };
}
