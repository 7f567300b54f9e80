import type { Reading } from "@/server/platform/metrics/cached-reading";
import { type BackupState, readBackupState } from "@/server/platform/backup-state";
import { systemClock } from "@/server/platform/clock";
import { newestOf, readNewestBackup } from "@/server/platform/newest-backup";
import type { Pool } from "@/server/platform/pool";
import { areRefundsHeld } from "@/server/platform/refund-hold";
import type { Backlog } from "../backlog-metrics";
import {
  countBrokenReconciliations,
  countEndpoints,
  dueRowWork,
  oldestOpenRefunds,
  openRefunds,
  pendingReversals,
  waitingOutcomes,
  waitingWebhooks,
} from "../store/backlog";
import { readDatabaseServer } from "../store/database-server";
import { gatewayLanes } from "../store/gateways/gateway-lanes";
import { HEALTHY, listGatewayHealth } from "../store/gateways/gateway-health";
import { readWorkers } from "@/server/platform/workers";
import type { Deps } from "./deps";
import type { SealedState } from "./keys/sealed-state";

export type BacklogSources = {
  backupFolder: string | null;
  areBackupsManaged: boolean;
  sealedState: () => Promise<Reading<SealedState>>;
  lateRefunds: () => Promise<Reading<ReadonlyMap<string, number>>>;
  /** Undefined where there is no replica. */
  replicaLag: (() => Promise<Reading<number>>) | undefined;
};

/**
 * The pending work at this moment, read over `pool`. Throws when the database is unavailable: an empty result would
 * mean an empty queue. `backupFolder`: null where none is configured. `sealedState` may be minutes old:
 * its failure takes no other figure away.
 */
export async function readBacklog(
  { clock, gateways }: Pick<Deps, "clock" | "gateways">,
  pool: Pool,
  { backupFolder, areBackupsManaged, sealedState, lateRefunds, replicaLag }: BacklogSources,
): Promise<Backlog> {
  const server = await readDatabaseServer(pool, systemClock);
  const now = clock.now();
  const [
    refunds,
    oldestRefunds,
    reversals,
    brokenReconciliations,
    outcomes,
    workers,
    rows,
    webhooks,
    endpoints,
    healthOf,
    isHeld,
    inFolder,
    sealed,
    late,
    lag,
    backups,
  ] = await Promise.all([
    openRefunds(pool, now),
    oldestOpenRefunds(pool, now),
    pendingReversals(pool),
    countBrokenReconciliations(pool),
    waitingOutcomes(pool, now),
    readWorkers(pool),
    dueRowWork(pool, gatewayLanes(gateways)),
    waitingWebhooks(pool, now),
    countEndpoints(pool),
    listGatewayHealth(pool, null),
    areRefundsHeld(pool),
    backupFolder === null ? undefined : readNewestBackup(backupFolder, now).catch(() => null),
    sealedState(),
    lateRefunds(),
    replicaLag?.(),
    readBackupState(pool),
  ]);
  return {
    refunds,
    oldestRefunds,
    reversals,
    brokenReconciliations,
    outcomes,
    jobs: { ...rows, aliveWorkers: workers.alive },
    webhooks,
    endpoints,
    circuits: [...gateways.keys()].map((gateway) => ({
      gateway,
      state: (healthOf.get(gateway) ?? HEALTHY).circuit.state,
    })),
    lateRefunds:
      late.kind === "failed"
        ? []
        : [...gateways.keys()].map((gateway) => ({ gateway, count: late.value.get(gateway) ?? 0 })),
    // A replica that does not answer lags without end.
    replicaLagSeconds: lag === undefined ? null : lag.kind === "read" ? lag.value : Infinity,
    areRefundsHeld: isHeld,
    newestBackup: newestBackup(inFolder, backups, now),
    backups,
    areBackupsManaged,
    server,
    unreadable:
      sealed.kind === "failed"
        ? null
        : {
            salts: sealed.value.salts.unreadable,
            webhookSecrets: sealed.value.webhookSecrets.unreadable,
            gatewayCredentials: sealed.value.gatewayCredentials.unreadable,
          },
  };
}

/** Undefined where neither a folder is configured nor a scheduled backup was ever tried. */
function newestBackup(
  inFolder: Date | null | undefined,
  state: BackupState | null,
  now: Date,
): Date | null | undefined {
  if (state === null) return inFolder;
  return newestOf(
    [inFolder, state.madeAt].filter((at) => at instanceof Date),
    now,
  );
}
