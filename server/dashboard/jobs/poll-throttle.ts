import type { RoutingClient } from "../routing-client/client";
import type { Services } from "../runtime";

/** The looks of jobs while calls are scarce: two a second of each process. */
const POLL_EVERY_MS = 500;

const turns = new WeakMap<RoutingClient, number>();

/**
 * Whether a look of a job is to be put off: while the service turns calls away, what its limit lets through is for what people
 * do, a bulk run among it (0191). What somebody has open is looked at by who shows it.
 */
export function isPollThrottled({ routing, clock }: Services): boolean {
  if (!routing.areCallsScarce()) return false;
  const nowMs = clock.now().getTime();
  const lastMs = turns.get(routing);
  if (lastMs !== undefined && Math.abs(nowMs - lastMs) < POLL_EVERY_MS) return true;
  turns.set(routing, nowMs);
  return false;
}
