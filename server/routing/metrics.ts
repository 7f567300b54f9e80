import { Counter, Histogram } from "prom-client";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { addCertificateMetric, addDiskMetrics } from "@/server/platform/metrics/place-metrics";
import { addPoolMetrics, createRegistry, type NamedPools } from "@/server/platform/metrics/process-metrics";
import { requestOutcome } from "@/server/platform/metrics/request-outcome";
import { addWorkMetrics, CALL_BUCKETS_SECONDS } from "@/server/platform/metrics/work-metrics";
import { addBacklogMetrics, type Backlog } from "./backlog-metrics";

/**
 * The counters of this process in Prometheus format. Labels are bounded: routes and gateways, never ids or merchants.
 */
export type Metrics = {
  requestAnswered(endpoint: string, status: number, seconds: number): void;
  gatewayCalled(gateway: string, operation: string, outcome: string, seconds: number): void;
  jobDone(task: string, outcome: "done" | "failed", seconds: number): void;
  webhookSent(outcome: string, seconds: number): void;
  /** A payment has ended; `gateway`: null where none was chosen. */
  paymentEnded(gateway: string | null, status: PaymentStatus): void;
  /** These gateways take part: their counters begin at 0, so that the first event is an increase. */
  gatewaysKnown(gateways: Iterable<string>): void;
  /** A gateway declined with a code that its vendor's map does not have. */
  declineCodeUnmapped(gateway: string): void;
  /** The complete metrics page; with null, as the database did not answer, without the values read from it. */
  page(backlog: Backlog | null): Promise<{ contentType: string; text: string }>;
};

/** Up to the 15 s of the slowest request; most responses take milliseconds. */
const REQUEST_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

/** What is around the process: folders by what is in them, and its public address. */
type Surroundings = { folders: Readonly<Record<string, string>>; publicUrl: string | undefined };

export function createMetrics(
  pools: NamedPools = {},
  { folders, publicUrl }: Surroundings = { folders: {}, publicUrl: undefined },
): Metrics {
  const registry = createRegistry();
  const registers = [registry];
  addPoolMetrics(registry, pools);
  addDiskMetrics(registry, folders);
  addCertificateMetric(registry, publicUrl);
  const work = addWorkMetrics(registry);
  const setBacklog = addBacklogMetrics(registry);
  const requests = new Counter({
    name: "paydeck_http_requests_total",
    help: "Requests by endpoint, status and outcome.",
    labelNames: ["endpoint", "status", "outcome"],
    registers,
  });
  const requestSeconds = new Histogram({
    name: "paydeck_http_request_seconds",
    help: "Time to answer a request, by endpoint.",
    labelNames: ["endpoint"],
    buckets: REQUEST_BUCKETS_SECONDS,
    registers,
  });
  const gatewayCalls = new Counter({
    name: "paydeck_gateway_calls_total",
    help: "Calls to gateways by operation and outcome.",
    labelNames: ["gateway", "operation", "outcome"],
    registers,
  });
  const gatewaySeconds = new Histogram({
    name: "paydeck_gateway_call_seconds",
    help: "Time that a call to a gateway takes.",
    labelNames: ["gateway", "operation"],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });
  const paymentsEnded = new Counter({
    name: "paydeck_payments_ended_total",
    help: "Payments that this process has ended, by gateway and final status.",
    labelNames: ["gateway", "status"],
    registers,
  });
  const unmappedCodes = new Counter({
    name: "paydeck_unmapped_decline_codes_total",
    help: "Declined payments whose vendor code has no decline reason, by gateway.",
    labelNames: ["gateway"],
    registers,
  });
  const webhooksSent = new Counter({
    name: "paydeck_webhook_attempts_total",
    help: "Requests to merchants' webhook receivers, by their outcome. A failure at a URL that was changed meanwhile is sent again.",
    labelNames: ["outcome"],
    registers,
  });
  const webhookSeconds = new Histogram({
    name: "paydeck_webhook_attempt_seconds",
    help: "Time that a merchant's receiver takes.",
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });

  return {
    requestAnswered(endpoint, status, seconds) {
      requests.inc({ endpoint, status, outcome: requestOutcome(status) });
      requestSeconds.observe({ endpoint }, seconds);
    },
    gatewayCalled(gateway, operation, outcome, seconds) {
      gatewayCalls.inc({ gateway, operation, outcome });
      gatewaySeconds.observe({ gateway, operation }, seconds);
    },
    jobDone: (task, outcome, seconds) => work.jobDone(task, outcome, seconds),
    webhookSent(outcome, seconds) {
      webhooksSent.inc({ outcome });
      webhookSeconds.observe(seconds);
    },
    paymentEnded(gateway, status) {
      paymentsEnded.inc({ gateway: gateway ?? "none", status });
    },
    gatewaysKnown(gateways) {
      for (const gateway of gateways) {
        unmappedCodes.inc({ gateway }, 0);
        paymentsEnded.inc({ gateway, status: "SUCCESS" }, 0);
        paymentsEnded.inc({ gateway, status: "FAILURE" }, 0);
      }
    },
    declineCodeUnmapped(gateway) {
      unmappedCodes.inc({ gateway });
    },
    async page(backlog) {
      work.set(backlog);
      setBacklog(backlog);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}
