"use client";

import { useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { fetchView } from "./fetch-view";
import { lastLookMs, nextLookDelayMs } from "./next-look";
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
  keepsLooking: (tracked: Tracked<A>) => boolean;
};

/**
 * Reads a view again and again for as long as it can change. Hidden tabs do not look; they look at once when they are
 * seen again. The first data comes from the server's paint (`dehydrated`).
 */
export function useTracked<A extends { kind: string }>(tracked: TrackedQuery<A>) {
  const { queryKey, path, schedule, seed, keepsLooking } = tracked;
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      track(client.getQueryData<Tracked<A>>(queryKey), await fetchView<A>(path, signal)),
    refetchInterval: ({ state }) =>
      state.data !== undefined && keepsLooking(state.data) && nextLookDelayMs(schedule, state, seed),
  });

  const state = client.getQueryState<Tracked<A>>(queryKey);
  const delayMs =
    state?.data !== undefined && keepsLooking(state.data) && nextLookDelayMs(schedule, state, seed);
  const looked = lastLookMs(query);
  return {
    tracked: query.data,
    error: query.error,
    lastLookMs: looked,
    nextLookMs: delayMs === false ? null : looked + delayMs,
    lookNow: () => void query.refetch(),
  };
}
