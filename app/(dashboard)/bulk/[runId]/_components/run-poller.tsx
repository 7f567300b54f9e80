"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import type { BulkRunView } from "@/lib/bulk";
import { useBulkProgress } from "./use-bulk-progress";

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

function signOf({ state, counts, waitsUntil, trouble }: BulkRunView): string {
  return JSON.stringify([state, counts, waitsUntil, trouble]);
}
