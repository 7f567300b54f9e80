import type { Reading } from "@/server/platform/metrics/cached-reading";
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
import type { SealedState } from "./keys/sealed-state";

export type BacklogSources = {
  backupFolder: string | null;
  sealedState: () => Promise<Reading<SealedState>>;
};

/**
 * The pending work at this moment, read over `pool`. Throws when the database is unavailable: an empty result would
 * mean an empty queue. `backupFolder`: null where none is configured. `sealedState` may be minutes old.
 */
export async function readBacklog(
  { clock, gateways }: Pick<Deps, "clock" | "gateways">,
  pool: Pool,
  { backupFolder, sealedState }: BacklogSources,
): Promise<Backlog> {
  const now = clock.now();
  const [
    refunds,
    oldestRefunds,
    reversals,
    jobs,
    webhooks,
    endpoints,
    healthOf,
    isHeld,
    newestBackup,
    sealed,
  ] = await Promise.all([
    openRefunds(pool, now),
    oldestOpenRefunds(pool, now),
    pendingReversals(pool),
    readJobWork(pool),
    waitingWebhooks(pool, now),
    countEndpoints(pool),
    listGatewayHealth(pool),
    areRefundsHeld(pool),
    backupFolder === null ? undefined : readNewestBackup(backupFolder).catch(() => null),
    sealedState(),
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
    unreadable:
      sealed.kind === "failed"
        ? null
        : { salts: sealed.value.salts.unreadable, webhookSecrets: sealed.value.webhookSecrets.unreadable },
  };
}
