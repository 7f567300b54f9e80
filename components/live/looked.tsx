"use client";

import { RefreshCw } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatDuration } from "@/components/ui/duration";
import { useNow } from "@/components/ui/use-now";

type LookedProps = {
  lastLookMs: number;
  /** Null when no further look will be made by itself. */
  nextLookMs: number | null;
  onLook: () => void;
};

/**
 * "Checked 4 s ago, next in 8 s" and a button that does not wait. The line ticks every second, so it is kept out of
 * every live region: a screen reader hears what changed, not the seconds.
 */
export function Looked({ lastLookMs, nextLookMs, onLook }: LookedProps) {
  const nowMs = useNow();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p className="tabular-nums">
        {nowMs === null ? "Checked just now" : told(nowMs, lastLookMs, nextLookMs)}
      </p>
      <Button
        variant="ghost"
        size="sm"
        icon={<RefreshCw aria-hidden className="size-3.5" />}
        className="-ml-2.5"
        onClick={onLook}
      >
        Check now
      </Button>
    </div>
  );
}

function told(nowMs: number, lastLookMs: number, nextLookMs: number | null): string {
  const checked = `Checked ${formatDuration(nowMs - lastLookMs)} ago`;
  if (nextLookMs === null) return checked;
  if (nextLookMs <= nowMs) return `${checked}, checking`;
  // Rounded up: "next in 0 s" would be said while there is still a wait.
  return `${checked}, next in ${formatDuration(Math.ceil((nextLookMs - nowMs) / 1_000) * 1_000)}`;
}
