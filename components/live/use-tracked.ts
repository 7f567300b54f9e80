"use client";

import { useQuery, useQueryClient, type QueryKey, type QueryState } from "@tanstack/react-query";
import { fetchView } from "./fetch-view";
import { lastFetchMs, nextFetchDelayMs, retryAfterPauseMs } from "./next-fetch";
import type { PollSchedule } from "./polling";
import { track, type Tracked } from "./tracked";

type TrackedQuery<A extends { kind: string }> = {
  queryKey: QueryKey;
  /** The route handler that returns the view. */
  path: string;
  schedule: PollSchedule;
  /** Differs between pages, so that they do not poll in step. */
  seed: string;
  /** Whether another poll can bring anything new. */
  keepsPolling: (tracked: Tracked<A>) => boolean;
};

/**
 * Polls a view for as long as it can change. Hidden tabs pause, and poll at once when shown. The first data comes from
 * the server's render (`dehydrated`).
 */
export function useTracked<A extends { kind: string }>(tracked: TrackedQuery<A>) {
  const { queryKey, path, schedule, seed, keepsPolling } = tracked;
  const client = useQueryClient();
  /** A failed fetch is always retried, so that its notice can disappear. */
  const delayOf = (state: QueryState<Tracked<A>>): number | false => {
    const { data, error } = state;
    if (data === undefined) return false;
    const isInTrouble = error !== null || data.response.kind === "service_error";
    if (!isInTrouble && !keepsPolling(data)) return false;
    const delayMs = nextFetchDelayMs(schedule, state, seed);
    return delayMs === false ? false : Math.max(delayMs, retryAfterPauseMs(data.response));
  };
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      track(client.getQueryData<Tracked<A>>(queryKey), await fetchView<A>(path, signal)),
    refetchInterval: ({ state }) => delayOf(state),
  });

  const state = client.getQueryState<Tracked<A>>(queryKey);
  const delayMs = state !== undefined && delayOf(state);
  const checked = lastFetchMs(query);
  return {
    tracked: query.data,
    error: query.error,
    lastFetchMs: checked,
    nextFetchMs: delayMs === false ? null : checked + delayMs,
    refreshNow: () => void query.refetch(),
  };
}
