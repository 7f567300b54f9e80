"use client";

import { useTranslations } from "use-intl/react";
import { useDuration } from "@/components/ui/use-duration";
import { useNow } from "@/components/ui/use-now";

/** How often the outcome was looked for, and when next. Ticks, so it is outside every live region. */
export function NextTry({ at, tries }: { at: string | null; tries: number }) {
  const t = useTranslations("refunds.request");
  const nowMs = useNow();
  const duration = useDuration();
  const summary = t("tries", { count: tries });
  if (at === null || nowMs === null) return <p className="text-sm text-ink-muted">{summary}</p>;
  const leftMs = Date.parse(at) - nowMs;
  return (
    <p className="text-sm text-ink-muted tabular-nums">
      {summary} ·{" "}
      {leftMs <= 0 ? t("nextNow") : t("next", { time: duration(Math.ceil(leftMs / 1_000) * 1_000) })}
    </p>
  );
}
