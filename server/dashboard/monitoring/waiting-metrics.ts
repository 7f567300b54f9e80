import { Gauge, type Registry } from "prom-client";
import type { BulkRunState } from "@/lib/bulk";
import { clear } from "@/server/platform/metrics/work-metrics";
import type { DashboardWork } from "./read-work";

/** Returns what writes the pending work into the gauges; null empties them, because the database did not answer. */
export function addWaitingMetrics(registry: Registry): (work: DashboardWork | null) => void {
  const registers = [registry];
  const gauge = (name: string, help: string, labelNames: string[] = []): Gauge =>
    new Gauge({ name: `paydeck_${name}`, help, labelNames, registers });

  const refunds = gauge(
    "refund_requests_open",
    "Refunds made in the dashboard that have not ended, by state; unknown: the service may or may not have them.",
    ["state"],
  );
  const oldestRefund = gauge(
    "refund_request_oldest_seconds",
    "How long ago the oldest of them was sent, or requested if not sent, by state; 0 when there is none.",
    ["state"],
  );
  const approvals = gauge("approvals_waiting", "Requests that wait for a second person.");
  const oldestApproval = gauge(
    "approval_oldest_seconds",
    "How long ago the oldest waiting request was made; 0 when there is none.",
  );
  const runs = gauge("bulk_runs", "Bulk runs that have not ended, by state.", ["state"]);
  const locks = gauge("sign_in_locks", "Locks after wrong passwords or codes that last now.", ["kind"]);

  const unreadable = gauge(
    "secrets_unreadable",
    "Second factors of the database that SECOND_FACTOR_KEY does not open, as counted in the last minutes.",
    ["kind"],
  );

  return (work) => {
    clear(refunds, oldestRefund, approvals, oldestApproval, runs, locks, unreadable);
    if (work === null) return;
    for (const { state, count, oldestSeconds } of work.refunds) {
      refunds.set({ state }, count);
      oldestRefund.set({ state }, oldestSeconds);
    }
    approvals.set(work.approvals.waiting);
    oldestApproval.set(work.approvals.oldestSeconds);
    for (const state of UNFINISHED_RUNS) runs.set({ state }, 0);
    for (const { state, count } of work.runs) runs.set({ state }, count);
    locks.set({ kind: "password" }, work.locks.passwords);
    locks.set({ kind: "code" }, work.locks.codes);
    if (work.unreadableFactors !== null) unreadable.set({ kind: "second_factor" }, work.unreadableFactors);
  };
}

const UNFINISHED_RUNS: readonly BulkRunState[] = [
  "checking",
  "checked",
  "awaiting_approval",
  "running",
  "paused",
];
