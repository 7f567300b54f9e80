import type { RoutingClient } from "../routing-client/client";
import type { Services } from "../runtime";

/** Polls of jobs while calls are scarce: two a second in each process. */
const POLL_EVERY_MS = 500;

const turns = new WeakMap<RoutingClient, number>();

/**
 * Whether a job's poll is postponed: while the service answers 429, the calls within its limit are for people's
 * actions, bulk runs included (0116). An open page polls by itself.
 */
export function isPollThrottled({ routing, clock }: Services): boolean {
  if (!routing.areCallsScarce()) return false;
  const nowMs = clock.now().getTime();
  const lastMs = turns.get(routing);
  if (lastMs !== undefined && Math.abs(nowMs - lastMs) < POLL_EVERY_MS) return true;
  turns.set(routing, nowMs);
  return false;
}
