"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { DashboardError, fetchView } from "@/components/live/fetch-view";
import { lastFetchMs, nextFetchDelayMs } from "@/components/live/next-fetch";
import { CALM_SCHEDULE } from "@/components/live/polling";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import type { PolledRefundIntent } from "@/lib/refunds/unknown-refund-views";

/** Null when Paydeck has no such intent: the request has not reached it. */
type IntentLookup = PolledRefundIntent | null;

async function fetchRefundIntent(intentId: string, signal: AbortSignal): Promise<IntentLookup> {
  try {
    return await fetchView<PolledRefundIntent>(paths.api.refundIntent(intentId), signal);
  } catch (error) {
    if (error instanceof DashboardError && error.status === 404) return null;
    throw error;
  }
}

/** Whether the outcome of the request is known; until then its amount stays reserved. */
export function isSettled(intent: RefundIntentView): boolean {
  return intent.state === "ACCEPTED" || intent.state === "REFUSED" || intent.state === "NOT_SENT";
}

function isOpen(intent: IntentLookup | undefined): boolean {
  return intent === undefined || intent === null || !isSettled(intent);
}

/** A refund made in the dashboard, polled until its outcome is known. */
export function useRefundIntent(intentId: string) {
  const client = useQueryClient();
  const queryKey = ["refund-intent", intentId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchRefundIntent(intentId, signal),
    refetchInterval: ({ state }) => isOpen(state.data) && nextFetchDelayMs(CALM_SCHEDULE, state, intentId),
  });

  const state = client.getQueryState<IntentLookup>(queryKey);
  const delayMs =
    state !== undefined && isOpen(state.data) && nextFetchDelayMs(CALM_SCHEDULE, state, intentId);
  const checked = lastFetchMs(query);
  return {
    intent: query.data,
    error: query.error,
    lastFetchMs: checked,
    nextFetchMs: delayMs === false ? null : checked + delayMs,
    refreshNow: () => void query.refetch(),
  };
}
