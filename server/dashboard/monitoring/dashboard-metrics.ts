import { Counter, Gauge, Histogram } from "prom-client";
import { addCertificateMetric } from "@/server/platform/metrics/place-metrics";
import { addPoolMetrics, createRegistry, type NamedPools } from "@/server/platform/metrics/process-metrics";
import { requestOutcome } from "@/server/platform/metrics/request-outcome";
import { addWorkMetrics, CALL_BUCKETS_SECONDS } from "@/server/platform/metrics/work-metrics";
import type { Counters } from "./counters";
import type { DashboardWork } from "./read-work";
import { addWaitingMetrics } from "./waiting-metrics";

/**
 * The metrics of this process in Prometheus format, with the names of the service's where both have the same. Labels
 * are bounded: routes, operations and states, never ids, people or references.
 */
export type DashboardMetrics = Counters & {
  requestAnswered(request: { endpoint: string; method: string; status: number; seconds: number }): void;
  jobDone(task: string, outcome: "done" | "failed", seconds: number): void;
  /** The complete page; with null, as the database did not answer, without the values read from it. */
  page(work: DashboardWork | null): Promise<{ contentType: string; text: string }>;
};

/** A page streams until its last query has ended. */
const REQUEST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** How old a count of stuck payments may be to be reported, in milliseconds. */
const STUCK_KNOWN_FOR_MS = 5 * 60_000;

export function createDashboardMetrics(options: {
  pools: NamedPools;
  publicUrl?: string | undefined;
  elapsedMs: () => number;
}): DashboardMetrics {
  const { pools, elapsedMs } = options;
  const registry = createRegistry();
  const registers = [registry];
  addPoolMetrics(registry, pools);
  addCertificateMetric(registry, options.publicUrl);
  const common = addWorkMetrics(registry);
  const setWaiting = addWaitingMetrics(registry);
  const requests = new Counter({
    name: "paydeck_http_requests_total",
    help: "Requests by endpoint, method, status and outcome.",
    labelNames: ["endpoint", "method", "status", "outcome"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: "paydeck_http_request_seconds",
    help: "Time to answer a request, by endpoint and method.",
    labelNames: ["endpoint", "method"],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers,
  });
  const calls = new Counter({
    name: "paydeck_service_calls_total",
    help: "Calls to the payment service by operation and outcome; unknown: no usable answer to a call that was sent.",
    labelNames: ["operation", "outcome"],
    registers,
  });
  const callSeconds = new Histogram({
    name: "paydeck_service_call_seconds",
    help: "Time that a call to the payment service takes.",
    labelNames: ["operation"],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });
  const signIns = new Counter({
    name: "paydeck_sign_ins_total",
    help: "Attempts to sign in, by step and outcome.",
    labelNames: ["step", "outcome"],
    registers,
  });
  const notifications = new Counter({
    name: "paydeck_notifications_sent_total",
    help: "Attempts to send notifications out of the dashboard, by channel and outcome.",
    labelNames: ["channel", "outcome"],
    registers,
  });
  let stuck: { count: number; atMs: number } | null = null;
  new Gauge({
    name: "paydeck_stuck_payments",
    help: "Payments in progress for over half an hour, up to 99, as last counted for a page; absent after five minutes.",
    registers,
    collect() {
      if (stuck !== null && elapsedMs() - stuck.atMs < STUCK_KNOWN_FOR_MS) this.set(stuck.count);
      else this.remove({});
    },
  });

  return {
    requestAnswered({ endpoint, method, status, seconds }) {
      requests.inc({ endpoint, method, status, outcome: requestOutcome(status) });
      requestSeconds.observe({ endpoint, method }, seconds);
    },
    serviceCalled(operation, outcome, seconds) {
      calls.inc({ operation, outcome });
      callSeconds.observe({ operation }, seconds);
    },
    signInEnded(step, outcome) {
      signIns.inc({ step, outcome });
    },
    notificationSent(channel, outcome) {
      notifications.inc({ channel, outcome });
    },
    stuckCounted(count) {
      stuck = { count, atMs: elapsedMs() };
    },
    jobDone: (task, outcome, seconds) => common.jobDone(task, outcome, seconds),
    async page(work) {
      common.set(work);
      setWaiting(work);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
