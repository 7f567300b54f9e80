import type { Deps } from "../deps";
import { endOverduePayments, type OverdueSweep } from "./end-payment";

/**
 * The sweep over overdue payments of one process: each call begins where the previous one stopped. A call during another
 * one does nothing: sweeps begin at an interval, and those that wait for a gateway would occupy every worker. True when
 * the next one should begin at once.
 */
export function createOverdueSweep(deps: Deps): () => Promise<boolean> {
  // The place is only in memory: a process that starts begins with the payments that are overdue longest.
  let place: OverdueSweep["next"] = null;
  let isRunning = false;
  return async () => {
    if (isRunning) return false;
    isRunning = true;
    try {
      const { next, mayBeMore } = await endOverduePayments(deps, place);
      place = next;
      return mayBeMore;
    } finally {
      isRunning = false;
    }
  };
}
