import { useQuery } from "@tanstack/react-query";
import { fetchView } from "@/components/live/fetch-view";
import { nextFetchDelayMs } from "@/components/live/next-fetch";
import type { PollSchedule } from "@/components/live/polling";
import { type BulkRunView, canBulkRunChange } from "@/lib/bulk";
import { paths } from "@/lib/paths";

/** A run of thousands takes minutes, in which people watch it; the dashboard alone is asked, by a small question. */
const BULK_SCHEDULE: PollSchedule = { firstMs: 1_500, steadyPolls: 400, growth: 1.5, maxMs: 15_000 };

/** The run as it was last seen, looked at for as long as it can change. */
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
