import { useQuery } from "@tanstack/react-query";
import { fetchView } from "@/components/live/fetch-view";
import { nextFetchDelayMs } from "@/components/live/next-fetch";
import type { PollSchedule } from "@/components/live/polling";
import { type BulkRunView, canBulkRunChange } from "@/lib/bulk";
import { paths } from "@/lib/paths";

/** People watch a run of thousands for minutes; a poll is cheap and involves only the dashboard. */
const BULK_SCHEDULE: PollSchedule = { firstMs: 1_500, steadyPolls: 400, growth: 1.5, maxMs: 15_000 };

/** The run as last fetched, polled for as long as it can change. */
export function useBulkProgress(run: BulkRunView) {
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
