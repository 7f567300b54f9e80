"use client";

import { useLocale, useTranslations } from "use-intl/react";
import { exactUtc, formatTime, formatUtcTime } from "./time-format";
import { useDuration } from "./use-duration";
import { useHydrated } from "./use-hydrated";
import { useNow } from "./use-now";

/**
 * A moment in the viewer's zone, exact UTC on hover. The server knows no zone, so its paint is in UTC and says so.
 */
export function Time({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  const locale = useLocale();
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={exactUtc(at)} className="tabular-nums">
      {hydrated ? formatTime(at, locale) : formatUtcTime(at, locale)}
    </time>
  );
}

/** How long ago a moment was; nothing until the browser can tell. */
export function Age({ iso }: { iso: string }) {
  const t = useTranslations("common");
  const nowMs = useNow();
  const duration = useDuration();
  if (nowMs === null) return null;
  const at = new Date(iso);
  return (
    <span title={exactUtc(at)} className="whitespace-nowrap tabular-nums">
      {t("ago", { age: duration(nowMs - at.getTime()) })}
    </span>
  );
}
