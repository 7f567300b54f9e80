import type { Query } from "@tanstack/react-query";
import type { ServiceError } from "@/lib/service-error";
import { DashboardError, SignedOutError } from "./fetch-view";
import { pollDelayMs, type PollSchedule } from "./polling";

type FetchState = Pick<
  Query["state"],
  "dataUpdateCount" | "errorUpdateCount" | "dataUpdatedAt" | "errorUpdatedAt" | "error"
>;

/** Signed out, or without the permission: asked again, the response is the same, and a refusal is written to the audit log each time. */
export function isRefused(error: Error | null): error is Error {
  return error instanceof SignedOutError || (error instanceof DashboardError && error.status === 403);
}

/** Milliseconds until a query's next fetch: for React Query's timer and for the screen. */
export function nextFetchDelayMs(schedule: PollSchedule, state: FetchState, seed: string): number | false {
  if (isRefused(state.error)) return false;
  return pollDelayMs(schedule, state.dataUpdateCount + state.errorUpdateCount, seed);
}

/** When the last fetch ended, successful or not; milliseconds. */
export function lastFetchMs(state: Pick<FetchState, "dataUpdatedAt" | "errorUpdatedAt">): number {
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
}

/** The pause that a busy service requires (429, Retry-After); 0 when it does not. */
export function retryAfterPauseMs(
  response: { kind: string } | { kind: "service_error"; serviceError: ServiceError },
): number {
  if (!("serviceError" in response) || response.serviceError.kind !== "busy") return 0;
  return response.serviceError.retryAfterSeconds * 1_000;
}
