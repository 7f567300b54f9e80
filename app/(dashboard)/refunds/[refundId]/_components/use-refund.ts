"use client";

import { useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useRef } from "react";
import { fetchView } from "@/components/live/fetch-view";
import { lastFetchMs } from "@/components/live/next-fetch";
import { track, type Tracked } from "@/components/live/tracked";
import { paths } from "@/lib/paths";
import type { RefundLookup } from "@/lib/refunds/refund-view";
import { refundQueryKey } from "./refund-key";
import { checksOf, refundDelayMs } from "./refund-poll";

/**
 * One refund, polled until its status is final. The server polls the service once for all viewers; the page fetches the
 * server's data. Hidden tabs pause, and fetch at once when shown.
 */
export function useRefund(refundId: string) {
  const client = useQueryClient();
  const queryKey: QueryKey = refundQueryKey(refundId);
  const isWanted = useRef(false);
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const method = isWanted.current ? "POST" : "GET";
      isWanted.current = false;
      const response = await fetchView<RefundLookup>(paths.api.refund(refundId), signal, method);
      return track(client.getQueryData<Tracked<RefundLookup>>(queryKey), response);
    },
    refetchInterval: ({ state }) => refundDelayMs(state, refundId),
  });

  const { data, error } = query;
  const state = client.getQueryState<Tracked<RefundLookup>>(queryKey);
  const delayMs = state === undefined ? false : refundDelayMs(state, refundId);
  const checked = lastFetchMs(query);
  const checks = data === undefined ? null : checksOf(data.response, query.dataUpdatedAt);
  // Shows the server's poll times while it reports them, else those of the page's own retries.
  const isConfirmed = error === null && checks !== null && data?.response.kind === "found";
  return {
    tracked: data,
    error,
    lastCheckMs: isConfirmed ? checks.lastMs : checked,
    nextCheckMs: isConfirmed ? checks.nextMs : delayMs === false ? null : checked + delayMs,
    isChecking: query.isFetching,
    checkNow: () => {
      isWanted.current = true;
      void query.refetch();
    },
  };
}
