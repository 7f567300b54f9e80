import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Amounts of pending work, read from the database for each request of the metrics. */
export type Backlog = {
  refunds: readonly { status: string; age: string; count: number }[];
  reversals: readonly { status: string; count: number }[];
  jobs: readonly { task: string; state: "due" | "planned" | "running" | "given_up"; count: number }[];
  /** How long the oldest due job of a task has waited. */
  lags: readonly { task: string; seconds: number }[];
  /** Pending deliveries by the state of their endpoint; `lagSeconds`: how long the oldest of them has been due. */
  webhooks: readonly { endpoint: "working" | "struggling"; waiting: number; lagSeconds: number }[];
};

/**
 * The counters of this process in Prometheus format. Labels are bounded: routes and gateways, never ids or merchants.
 */
export type Metrics = {
  requestAnswered(endpoint: string, status: number, seconds: number): void;
  gatewayCalled(gateway: string, operation: string, outcome: string, seconds: number): void;
  jobDone(task: string, outcome: "done" | "failed", seconds: number): void;
  webhookSent(outcome: string, seconds: number): void;
  /** The complete metrics page, with the current backlog. */
  page(backlog: Backlog): Promise<{ contentType: string; text: string }>;
};

/** Up to the 15 s of the slowest request; most responses take milliseconds. */
const REQUEST_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];
const CALL_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
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
  const jobsDone = new Counter({
    name: "paydeck_jobs_total",
    help: "Jobs that this process has run, by task and outcome.",
    labelNames: ["task", "outcome"],
    registers,
  });
  const jobSeconds = new Histogram({
    name: "paydeck_job_seconds",
    help: "Time that a job takes.",
    labelNames: ["task"],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });
  const webhooksSent = new Counter({
    name: "paydeck_webhook_attempts_total",
    help: "Requests to merchants' webhook receivers, by what follows from them.",
    labelNames: ["outcome"],
    registers,
  });
  const webhookSeconds = new Histogram({
    name: "paydeck_webhook_attempt_seconds",
    help: "Time that a merchant's receiver takes.",
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });
  const webhooksWaiting = new Gauge({
    name: "paydeck_webhooks_waiting",
    help: "Webhooks not yet delivered, by whether their endpoint works or keeps failing.",
    labelNames: ["endpoint"],
    registers,
  });
  const webhookLag = new Gauge({
    name: "paydeck_webhook_lag_seconds",
    help: "How long the oldest due webhook has waited; of working endpoints it should be near 0.",
    labelNames: ["endpoint"],
    registers,
  });
  const refunds = new Gauge({
    name: "paydeck_refunds_open",
    help: "Refunds that have not ended, by status and age.",
    labelNames: ["status", "age"],
    registers,
  });
  const reversals = new Gauge({
    name: "paydeck_reversals",
    help: "Late charges on their way back, and those that could not be sent back (FAILURE needs a person).",
    labelNames: ["status"],
    registers,
  });
  const queue = new Gauge({
    name: "paydeck_jobs_waiting",
    help: "Jobs in the queue, by task and state.",
    labelNames: ["task", "state"],
    registers,
  });
  const lag = new Gauge({
    name: "paydeck_job_lag_seconds",
    help: "How long the oldest due job of a task has waited.",
    labelNames: ["task"],
    registers,
  });

  return {
    requestAnswered(endpoint, status, seconds) {
      requests.inc({ endpoint, status, outcome: outcomeOf(status) });
      requestSeconds.observe({ endpoint }, seconds);
    },
    gatewayCalled(gateway, operation, outcome, seconds) {
      gatewayCalls.inc({ gateway, operation, outcome });
      gatewaySeconds.observe({ gateway, operation }, seconds);
    },
    jobDone(task, outcome, seconds) {
      jobsDone.inc({ task, outcome });
      jobSeconds.observe({ task }, seconds);
    },
    webhookSent(outcome, seconds) {
      webhooksSent.inc({ outcome });
      webhookSeconds.observe(seconds);
    },
    async page(backlog) {
      // Series that no longer exist must disappear from the page.
      for (const gauge of [refunds, reversals, queue, lag, webhooksWaiting, webhookLag]) gauge.reset();
      for (const { endpoint, waiting, lagSeconds } of backlog.webhooks) {
        webhooksWaiting.set({ endpoint }, waiting);
        webhookLag.set({ endpoint }, lagSeconds);
      }
      for (const { status, age, count } of backlog.refunds) refunds.set({ status, age }, count);
      for (const { status, count } of backlog.reversals) reversals.set({ status }, count);
      for (const { task, state, count } of backlog.jobs) queue.set({ task, state }, count);
      for (const { task, seconds } of backlog.lags) lag.set({ task }, seconds);
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
  };
}

function outcomeOf(status: number): string {
  if (status >= 500) return "error";
  if (status === 429) return "limited";
  if (status === 401) return "unauthenticated";
  return status >= 400 ? "refused" : "ok";
}
