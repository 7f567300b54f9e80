import { randomUUID } from "node:crypto";
import { z } from "zod";
import { REQUEST_ID, TRACE } from "./add-job";
import { withRequestId } from "./request-context";
import { inSpan, inTraceOf } from "./tracing";

const originSchema = z.object({
  [REQUEST_ID]: z.string().optional(),
  [TRACE]: z.record(z.string(), z.string()).optional(),
});

/** Called after each job, for metrics. */
export type JobDone = (task: string, outcome: "done" | "failed", seconds: number) => void;

/** Runs `work` as part of the request and the trace that caused it. `origin`: a JobOrigin; null: of a request of its own. */
export function inOrigin<T>(origin: unknown, work: () => T): T {
  const { [REQUEST_ID]: requestId = randomUUID(), [TRACE]: trace = {} } =
    originSchema.safeParse(origin).data ?? {};
  return withRequestId(requestId, () => inTraceOf(trace, work));
}

/** Runs `work` as a job, in a span and counted. `origin` may be within a job's payload. */
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
