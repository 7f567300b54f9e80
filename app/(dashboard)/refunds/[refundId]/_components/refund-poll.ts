import type { QueryState } from "@tanstack/react-query";
import { nextFetchDelayMs, retryAfterPauseMs } from "@/components/live/next-fetch";
import { CALM_SCHEDULE } from "@/components/live/polling";
import type { Tracked } from "@/components/live/tracked";
import type { RefundLookup } from "@/lib/refunds/refund-view";

type State = QueryState<Tracked<RefundLookup>>;

/**
 * The page's request triggers the server's poll, or waits for one in progress; it must only not come before that is
 * due.
 */
const GRACE_MS = 20;
const SOONEST_MS = 400;
const LATEST_MS = 30_000;

/** Polled until `refund_completed_at` is set, then never again (specification 4.5). An unknown id is final too. */
export function refundIsOpen({ response, known }: Tracked<RefundLookup>): boolean {
  if (known !== null) return known.refund.completedAt === null;
  return response.kind === "service_error";
}

/** Milliseconds until the page fetches from the dashboard: when the dashboard's own poll of the service is due. */
export function refundDelayMs(state: State, seed: string): number | false {
  const { data, error } = state;
  if (data === undefined) return false;
  const { response } = data;
  if (error !== null || response.kind === "service_error") {
    const delayMs = nextFetchDelayMs(CALM_SCHEDULE, state, seed);
    return delayMs === false
      ? false
      : Math.max(delayMs, response.kind === "service_error" ? retryAfterPauseMs(response) : 0);
  }
  if (response.kind !== "found" || response.nextCheckAt === null) return false;
  const dueInMs = Date.parse(response.nextCheckAt) - Date.parse(response.now);
  return Math.min(LATEST_MS, Math.max(SOONEST_MS, dueInMs + GRACE_MS));
}

/**
 * When the service last responded to the server and when the server polls next, by the browser's clock: `readAtMs` is
 * when the view arrived.
 */
export function checksOf(
  response: RefundLookup,
  readAtMs: number,
): { lastMs: number; nextMs: number | null } {
  if (response.kind !== "found") return { lastMs: readAtMs, nextMs: null };
  const skewMs = readAtMs - Date.parse(response.now);
  return {
    lastMs: Date.parse(response.checkedAt) + skewMs,
    nextMs: response.nextCheckAt === null ? null : Date.parse(response.nextCheckAt) + skewMs,
  };
}
