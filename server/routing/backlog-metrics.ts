import { Gauge, type Registry } from "prom-client";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { BackupState } from "@/server/platform/backup-state";
import type { JobWork } from "@/server/platform/metrics/job-work";
import { clear } from "@/server/platform/metrics/work-metrics";

/** Amounts of pending work, read from the database for each request of the metrics. */
export type Backlog = {
  refunds: readonly { status: string; age: string; count: number }[];
  /** How long ago the oldest refund of a status without an end was requested. */
  oldestRefunds: readonly { status: string; seconds: number }[];
  /** Refunds that their gateways have had for longer than is usual there. */
  lateRefunds: readonly { gateway: string; count: number }[];
  /** Infinity when the replica does not answer; null where there is none. */
  replicaLagSeconds: number | null;
  reversals: readonly { status: string; count: number }[];
  /** Merchants whose newest reconciliation could not finish. */
  brokenReconciliations: number;
  /** Outcomes that wait to be counted into the success rates; `lagSeconds`: for how long the oldest has waited. */
  outcomes: { waiting: number; lagSeconds: number };
  jobs: JobWork;
  /** Pending deliveries by the state of their endpoint; `lagSeconds`: how long the oldest of them has been due. */
  webhooks: readonly { endpoint: "working" | "struggling"; waiting: number; lagSeconds: number }[];
  endpoints: readonly { state: EndpointState; count: number }[];
  /** Every gateway of this configuration. */
  circuits: readonly { gateway: string; state: CircuitState }[];
  areRefundsHeld: boolean;
  /** When the newest backup was made: null without one, undefined where no backups are configured. */
  newestBackup: Date | null | undefined;
  /** Sealed secrets that the salt key does not open; null when they could not be read. */
  unreadable: { salts: number; webhookSecrets: number; gatewayCredentials: number } | null;
  /** The Postgres server: connections of all its clients, how many it accepts, and how far its clock is ahead. */
  server: { connections: number; connectionsMax: number; clockOffsetSeconds: number };
  /** Others make the backups: nothing is known about them. */
  areBackupsManaged: boolean;
  /** The state of scheduled backups; null before the first run. */
  backups: BackupState | null;
};

/** `struggling`: its last attempts failed; `disabled_failing`: switched off because it kept failing or is gone. */
const ENDPOINT_STATES = ["working", "struggling", "disabled_failing", "disabled_by_merchant"] as const;
export type EndpointState = (typeof ENDPOINT_STATES)[number];

const CIRCUIT_STATES = ["closed", "half_open", "open"] as const;
export type CircuitState = (typeof CIRCUIT_STATES)[number];

/** Returns what writes a backlog into the gauges; null empties them, because the database did not answer. */
export function addBacklogMetrics(registry: Registry): (backlog: Backlog | null) => void {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `paydeck_${name}`, help, labelNames, registers });

  const refunds = gauge("refunds_open", "Refunds that have not ended, by status and age.", ["status", "age"]);
  const oldestRefund = gauge(
    "refund_oldest_seconds",
    "How long ago the oldest refund of this status was requested; 0 when there is none.",
    ["status"],
  );
  const lateRefunds = gauge(
    "refunds_late",
    "Refunds that a gateway has had for over three times as long as 95 of 100 of the merchant's newest took there, as counted in the last minutes.",
    ["gateway"],
  );
  const reversals = gauge(
    "reversals",
    "Late charges on their way back, and those that could not be sent back (FAILURE needs a person).",
    ["status"],
  );
  const brokenReconciliations = gauge(
    "reconciliations_broken",
    "Merchants whose newest reconciliation could not finish: what it did not reach was not compared.",
  );
  const outcomesWaiting = gauge(
    "outcomes_waiting",
    "Outcomes of payments not yet counted into the success rates that rules follow, up to 100,000.",
  );
  const outcomeLag = gauge(
    "outcome_lag_seconds",
    "How long the oldest of them has waited; it should be near 0.",
  );
  const webhooksWaiting = gauge(
    "webhooks_waiting",
    "Webhooks not yet delivered, by whether their endpoint works or keeps failing.",
    ["endpoint"],
  );
  const webhookLag = gauge(
    "webhook_lag_seconds",
    "How long the oldest due webhook has waited; of working endpoints it should be near 0.",
    ["endpoint"],
  );
  const endpoints = gauge("webhook_endpoints", "Webhook endpoints of all merchants, by state.", ["state"]);
  const circuits = gauge(
    "gateway_circuit",
    "1 for the state that a gateway's circuit is in, 0 for the others; an open one gets no payments.",
    ["gateway", "state"],
  );
  const backup = gauge(
    "backup_newest_timestamp_seconds",
    "When the newest good backup was made, in Unix time; 0 when there is none.",
  );
  const backupSize = gauge("backup_size_bytes", "Size of the newest scheduled backup in its store.");
  const backupVerified = gauge(
    "backup_verified_timestamp_seconds",
    "When a scheduled backup was last restored on trial with the right contents, in Unix time; 0 if never.",
  );
  const backupFailed = gauge("backup_failed", "1 when the last run of scheduled backups failed, else 0.");

  const backupsManaged = gauge(
    "backup_managed",
    "1 where BACKUP_MANAGED_BY says that others make the backups; nothing else is reported about them then.",
  );
  const serverConnections = gauge(
    "database_server_connections",
    "Connections of all clients of the Postgres server, this process among them.",
  );
  const serverConnectionsMax = gauge(
    "database_server_connections_max",
    "Connections that the Postgres server accepts, without those reserved for superusers.",
  );
  const clockOffset = gauge(
    "database_clock_offset_seconds",
    "How far the clock of the database is ahead of this process's.",
  );
  const replicaLag = gauge(
    "replica_lag_seconds",
    "How far the replica of ROUTING_REPLICA_URL is behind; +Inf when it does not answer, absent without one.",
  );
  const unreadable = gauge(
    "secrets_unreadable",
    "Salts, webhook secrets and gateway credentials of the database that ROUTING_SALT_KEY does not open, as counted in the last minutes.",
    ["kind"],
  );

  return (backlog) => {
    clear(
      refunds,
      oldestRefund,
      lateRefunds,
      replicaLag,
      reversals,
      brokenReconciliations,
      outcomesWaiting,
      outcomeLag,
      webhooksWaiting,
      webhookLag,
      endpoints,
      circuits,
      backup,
      unreadable,
    );
    clear(
      backupSize,
      backupVerified,
      backupFailed,
      backupsManaged,
      serverConnections,
      serverConnectionsMax,
      clockOffset,
    );
    if (backlog === null) return;
    serverConnections.set(backlog.server.connections);
    serverConnectionsMax.set(backlog.server.connectionsMax);
    clockOffset.set(backlog.server.clockOffsetSeconds);
    for (const { status, age, count } of backlog.refunds) refunds.set({ status, age }, count);
    for (const status of OPEN_REFUNDS) oldestRefund.set({ status }, 0);
    for (const { status, seconds } of backlog.oldestRefunds) oldestRefund.set({ status }, seconds);
    for (const { gateway, count } of backlog.lateRefunds) lateRefunds.set({ gateway }, count);
    if (backlog.replicaLagSeconds !== null) replicaLag.set(backlog.replicaLagSeconds);
    for (const status of PENDING_REVERSALS) reversals.set({ status }, 0);
    for (const { status, count } of backlog.reversals) reversals.set({ status }, count);
    brokenReconciliations.set(backlog.brokenReconciliations);
    outcomesWaiting.set(backlog.outcomes.waiting);
    outcomeLag.set(backlog.outcomes.lagSeconds);
    for (const { endpoint, waiting, lagSeconds } of backlog.webhooks) {
      webhooksWaiting.set({ endpoint }, waiting);
      webhookLag.set({ endpoint }, lagSeconds);
    }
    for (const state of ENDPOINT_STATES) endpoints.set({ state }, 0);
    for (const { state, count } of backlog.endpoints) endpoints.set({ state }, count);
    for (const { gateway, state } of backlog.circuits) {
      for (const each of CIRCUIT_STATES) circuits.set({ gateway, state: each }, each === state ? 1 : 0);
    }
    if (backlog.unreadable !== null) {
      unreadable.set({ kind: "salt" }, backlog.unreadable.salts);
      unreadable.set({ kind: "webhook_secret" }, backlog.unreadable.webhookSecrets);
      unreadable.set({ kind: "gateway_credentials" }, backlog.unreadable.gatewayCredentials);
    }
    backupsManaged.set(backlog.areBackupsManaged ? 1 : 0);
    if (backlog.areBackupsManaged) return;
    if (backlog.newestBackup !== undefined) backup.set((backlog.newestBackup?.getTime() ?? 0) / 1000);
    if (backlog.backups === null) return;
    backupFailed.set(backlog.backups.failure === null ? 0 : 1);
    backupSize.set(backlog.backups.bytes ?? 0);
    backupVerified.set((backlog.backups.verifiedAt?.getTime() ?? 0) / 1000);
  };
}

/** Reported as 0 when there is none, so that alerts can tell "none" from "not known". */
const OPEN_REFUNDS: readonly RefundStatus[] = ["INITIATED", "PROCESSING"];
const PENDING_REVERSALS: readonly RefundStatus[] = ["INITIATED", "PROCESSING", "FAILURE"];
