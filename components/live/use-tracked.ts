"use client";

import { useQuery, useQueryClient, type QueryKey, type QueryState } from "@tanstack/react-query";
import { fetchView } from "./fetch-view";
import { lastFetchMs, nextFetchDelayMs, retryAfterPauseMs } from "./next-fetch";
import type { PollSchedule } from "./polling";
import { track, type Tracked } from "./tracked";

export type TrackedQuery<A extends { kind: string }> = {
  queryKey: QueryKey;
  /** The route handler that answers with the view. */
  path: string;
  schedule: PollSchedule;
  /** Told apart from other pages, so that they do not ask in step. */
  seed: string;
  /** Whether another look can bring anything new. */
  keepsPolling: (tracked: Tracked<A>) => boolean;
};

/**
 * Reads a view again and again for as long as it can change. Hidden tabs do not look; they look at once when they are
 * seen again. The first data comes from the server's paint (`dehydrated`).
 */
export function useTracked<A extends { kind: string }>(tracked: TrackedQuery<A>) {
  const { queryKey, path, schedule, seed, keepsPolling } = tracked;
  const client = useQueryClient();
  /** A look that failed is made again, whatever is known: the notice of the failure must find its end. */
  const delayOf = (state: QueryState<Tracked<A>>): number | false => {
    const { data, error } = state;
    if (data === undefined) return false;
    const isInTrouble = error !== null || data.answer.kind === "trouble";
    if (!isInTrouble && !keepsPolling(data)) return false;
    const delayMs = nextFetchDelayMs(schedule, state, seed);
    return delayMs === false ? false : Math.max(delayMs, retryAfterPauseMs(data.answer));
  };
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      track(client.getQueryData<Tracked<A>>(queryKey), await fetchView<A>(path, signal)),
    refetchInterval: ({ state }) => delayOf(state),
  });

  const state = client.getQueryState<Tracked<A>>(queryKey);
  const delayMs = state !== undefined && delayOf(state);
  const looked = lastFetchMs(query);
  return {
    tracked: query.data,
    error: query.error,
    lastFetchMs: looked,
    nextFetchMs: delayMs === false ? null : looked + delayMs,
    refreshNow: () => void query.refetch(),
  };
}
