import type { ServiceError } from "@/lib/service-error";
import { backoffMs } from "@/server/platform/backoff";

const BACKOFF = { firstMs: 2_000, factor: 2, maxMs: 60_000 };

/**
 * How long a run pauses after a service error, in milliseconds: as long as the service requests (429), else longer each
 * time. `times` is the number of errors in a row.
 */
export function bulkWaitMs(serviceError: ServiceError, times: number): number {
  if (serviceError.kind !== "busy") return backoffMs(times, BACKOFF);
  return Math.max(serviceError.retryAfterSeconds, 1) * 1_000;
}
