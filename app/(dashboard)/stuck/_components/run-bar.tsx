"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ProgressBar } from "@/components/ui/progress-bar";
import { tallyOf } from "./row-result";
import type { CancelRun } from "./use-cancel-run";

/** How far the run is, and when it is over what came of it in figures; the words stand at each line. */
export function RunBar({ run }: { run: CancelRun }) {
  const t = useTranslations("stuck.run");
  const tally = tallyOf(run.states);
  const total = Object.keys(run.states).length;
  const { looked, ...parts } = tally;
  const place = useRef<HTMLDivElement>(null);

  // The button that was pressed is disabled now, so the hand is led to what comes of it.
  useEffect(() => place.current?.focus(), []);

  return (
    <div ref={place} tabIndex={-1} className="mb-3 outline-none">
      {run.isRunning ? (
        <div className="rounded-lg border border-line bg-surface px-4 py-3">
          <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
            <p className="font-medium tabular-nums">{t("progress", { done: looked, total })}</p>
            <Button size="sm" disabled={run.isStopping} onClick={run.stop}>
              {run.isStopping ? t("stopping") : t("stop")}
            </Button>
          </div>
          <ProgressBar label={t("label")} done={looked} total={total} />
          <p className="mt-2 text-xs text-ink-muted">{run.isPaused ? t("paused") : t("stay")}</p>
        </div>
      ) : (
        <Notice
          tone={parts.unknown > 0 || parts.other > 0 || parts.paid > 0 ? "warning" : "success"}
          role="status"
          title={t("done", { n: looked })}
        >
          <p>{t("tally", parts)}</p>
        </Notice>
      )}
    </div>
  );
}
