"use client";

import { useEffect } from "react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { useRouter } from "@/components/ui/use-router";
import { type BulkRunView, canBulkRunChange } from "@/lib/bulk";
import { useQuery } from "@tanstack/react-query";
import { fetchView } from "@/components/live/fetch-view";
import { nextFetchDelayMs } from "@/components/live/next-fetch";
import type { PollSchedule } from "@/components/live/polling";
import { paths } from "@/lib/paths";

/** Polls a run's counts and refreshes the page when they change; shows a notice when it cannot. */
export function RunPoller({ run }: { run: BulkRunView }) {
  const router = useRouter();
  const { seen, seenAtMs, error } = useBulkProgress(run);
  const isBehind = seen !== undefined && signOf(seen) !== signOf(run);

  // Once per poll: a refresh can fail too, and the page would otherwise stay stale.
  useEffect(() => {
    if (isBehind) router.refresh();
  }, [isBehind, seenAtMs, router]);

  if (error === null) return null;
  return (
    <div className="mt-4">
      <FetchFailedNotice error={error} />
    </div>
  );
}

function signOf({ state, counts, waitsUntil, serviceError }: BulkRunView): string {
  return JSON.stringify([state, counts, waitsUntil, serviceError]);
}

/** People watch a run of thousands for minutes; a poll is cheap and involves only the dashboard. */
const BULK_SCHEDULE: PollSchedule = { firstMs: 1_500, steadyPolls: 400, growth: 1.5, maxMs: 15_000 };

/** The run as last fetched, polled for as long as it can change. */
function useBulkProgress(run: BulkRunView) {
  const isOpen = canBulkRunChange(run);
  const query = useQuery({
    queryKey: ["bulk-run", run.runId],
    queryFn: ({ signal }) => fetchView<BulkRunView>(paths.api.bulkRun(run.runId), signal),
    enabled: isOpen,
    refetchInterval: ({ state }) => nextFetchDelayMs(BULK_SCHEDULE, state, run.runId),
  });
  return {
    seen: isOpen ? query.data : undefined,
    seenAtMs: query.dataUpdatedAt,
    error: isOpen ? query.error : null,
  };
}
