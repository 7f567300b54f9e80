import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { JobWork } from "./job-work";

/** What both systems read from their database for the metrics. */
export type CommonWork = { jobs: JobWork; areRefundsHeld: boolean };

/** Up to the longest of an outside call; most take milliseconds. */
export const CALL_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

type WorkMetrics = {
  jobDone(task: string, outcome: "done" | "failed", seconds: number): void;
  /** Null when the database did not answer: there is then no value, rather than an old one. */
  set(work: CommonWork | null): void;
};

/** The metrics of jobs and of the database, which have the same names in both systems. */
export function addWorkMetrics(registry: Registry): WorkMetrics {
  const registers = [registry];
  const up = new Gauge({
    name: "paydeck_database_up",
    help: "1 when the database answered within the last seconds; without an answer the metrics read from it are absent.",
    registers,
  });
  const held = new Gauge({
    name: "paydeck_refunds_held",
    help: "1 while refunds are on hold after a restore: npm run refunds.",
    registers,
  });
  const workers = new Gauge({
    name: "paydeck_job_workers",
    help: "Processes whose workers have reported lately.",
    registers,
  });
  const waiting = new Gauge({
    name: "paydeck_jobs_waiting",
    help: "Rows that are their own jobs, by task and state.",
    labelNames: ["task", "state"],
    registers,
  });
  const lag = new Gauge({
    name: "paydeck_job_lag_seconds",
    help: "How long the oldest due job of a task has waited.",
    labelNames: ["task"],
    registers,
  });
  const done = new Counter({
    name: "paydeck_jobs_total",
    help: "Jobs that this process has run, by task and outcome.",
    labelNames: ["task", "outcome"],
    registers,
  });
  const seconds = new Histogram({
    name: "paydeck_job_seconds",
    help: "Time that a job takes.",
    labelNames: ["task"],
    buckets: CALL_BUCKETS_SECONDS,
    registers,
  });
  return {
    jobDone(task, outcome, took) {
      done.inc({ task, outcome });
      seconds.observe({ task }, took);
    },
    set(work) {
      up.set(work === null ? 0 : 1);
      clear(held, workers, waiting, lag);
      if (work === null) return;
      held.set(work.areRefundsHeld ? 1 : 0);
      workers.set(work.jobs.aliveWorkers);
      for (const { task, state, count } of work.jobs.counts) waiting.set({ task, state }, count);
      for (const { task, seconds: waited } of work.jobs.lags) lag.set({ task }, waited);
    },
  };
}

/** Removes every series: one that no longer exists must disappear from the page, and one without labels is not 0. */
export function clear(...gauges: Gauge[]): void {
  for (const gauge of gauges) {
    gauge.reset();
    gauge.remove({});
  }
}
