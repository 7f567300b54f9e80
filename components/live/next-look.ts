import type { Query } from "@tanstack/react-query";
import { SignedOutError } from "./fetch-view";
import { pollDelayMs, type PollSchedule } from "./polling";

type LookState = Pick<
  Query["state"],
  "dataUpdateCount" | "errorUpdateCount" | "dataUpdatedAt" | "errorUpdatedAt" | "error"
>;

/** When a query looks next: what React Query's timer is set to, and what the screen tells. */
export function nextLookDelayMs(schedule: PollSchedule, state: LookState, seed: string): number | false {
  if (state.error instanceof SignedOutError) return false;
  return pollDelayMs(schedule, state.dataUpdateCount + state.errorUpdateCount, seed);
}

/** When it looked last, whether or not that brought an answer; milliseconds. */
export function lastLookMs(state: Pick<LookState, "dataUpdatedAt" | "errorUpdatedAt">): number {
  return Math.max(state.dataUpdatedAt, state.errorUpdatedAt);
}
