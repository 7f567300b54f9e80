"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { useDuration } from "@/components/ui/use-duration";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useNow } from "@/components/ui/use-now";

type LastCheckedProps = {
  /** 0 until the first fetch has ended. */
  lastFetchMs: number;
  /** Null when no further fetch is scheduled. */
  nextFetchMs: number | null;
  onRefresh: () => void;
};

/**
 * "Checked 4 s ago, next in 8 s" and a button to fetch now. The line ticks every second, so it is out of the live region
 * around it: a screen reader announces changes, not seconds.
 */
export function LastChecked({ lastFetchMs, nextFetchMs, onRefresh }: LastCheckedProps) {
  const t = useTranslations("common");
  const hydrated = useHydrated();
  const nowMs = useNow();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <p aria-live="off" className="tabular-nums">
        {lastFetchMs === 0 ? (
          t("checked.notYet")
        ) : !hydrated || nowMs === null ? (
          t("checked.justNow")
        ) : (
          <CheckTimes nowMs={nowMs} lastFetchMs={lastFetchMs} nextFetchMs={nextFetchMs} />
        )}
      </p>
      <Button
        variant="ghost"
        size="sm"
        icon={<RefreshCw aria-hidden className="size-3.5" />}
        className="-ml-2.5"
        onClick={onRefresh}
      >
        {t("checked.checkNow")}
      </Button>
    </div>
  );
}

type CheckTimesProps = Pick<LastCheckedProps, "lastFetchMs" | "nextFetchMs"> & { nowMs: number };

function CheckTimes({ nowMs, lastFetchMs, nextFetchMs }: CheckTimesProps) {
  const t = useTranslations("common");
  const duration = useDuration();
  const age = duration(nowMs - lastFetchMs);
  if (nextFetchMs === null) return t("checked.checked", { age });
  if (nextFetchMs <= nowMs) return t("checked.checking", { age });
  // Rounded up, so that it never says "next in 0 s".
  return t("checked.next", { age, wait: duration(Math.ceil((nextFetchMs - nowMs) / 1_000) * 1_000) });
}
