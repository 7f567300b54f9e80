import { randomUUID } from "node:crypto";
import { z } from "zod";
import { currentRequestId, withRequestId } from "./request-context";
import { inSpan, inTraceOf, traceHeaders } from "./tracing";

const REQUEST_ID = "_requestId";
const TRACE = "_trace";

/** The request and the trace for which a row was made due, stored beside it: its steps become a part of both. */
export type JobOrigin = Record<string, string | Record<string, string>>;

export function jobOrigin(): JobOrigin {
  const requestId = currentRequestId();
  const trace = traceHeaders();
  return {
    ...(requestId === null ? {} : { [REQUEST_ID]: requestId }),
    ...(Object.keys(trace).length === 0 ? {} : { [TRACE]: trace }),
  };
}

const originSchema = z.object({
  [REQUEST_ID]: z.string().optional(),
  [TRACE]: z.record(z.string(), z.string()).optional(),
});

/** Workers of a process. */
export type Jobs = {
  /** Whether they may take rows: the database has answered them lately. */
  isAlive(): boolean;
  stop(): Promise<void>;
};

/** Called after each job, for metrics. */
export type JobDone = (task: string, outcome: "done" | "failed", seconds: number) => void;

/** Runs `work` as part of the request and the trace that caused it. `origin`: a JobOrigin; null: of a request of its own. */
export function inOrigin<T>(origin: unknown, work: () => T): T {
  const { [REQUEST_ID]: requestId = randomUUID(), [TRACE]: trace = {} } =
    originSchema.safeParse(origin).data ?? {};
  return withRequestId(requestId, () => inTraceOf(trace, work));
}

/** Runs `work` as a job, in a span and counted. */
export async function runJob(
  task: string,
  origin: unknown,
  work: () => Promise<void>,
  onJobDone: JobDone | undefined,
): Promise<void> {
  const run = (): Promise<void> => inSpan(`job ${task}`, { "paydeck.task": task }, work);
  const startedAt = performance.now();
  let outcome: "done" | "failed" = "failed";
  try {
    await inOrigin(origin, run);
    outcome = "done";
  } finally {
    onJobDone?.(task, outcome, (performance.now() - startedAt) / 1000);
  }
}
