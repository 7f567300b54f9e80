"use client";

import { useLocale, useTranslations } from "use-intl/react";
import { useFirstPaint } from "./first-paint";
import { exactUtc, formatTime, formatUtcTime } from "./time-format";
import { useDuration } from "./use-duration";
import { useHydrated } from "./use-hydrated";
import { useNow } from "./use-now";

/**
 * A moment in the viewer's zone, exact UTC on hover. Until the browser has told its zone, the server's paint is in UTC and
 * says so.
 */
export function Time({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  const told = useFirstPaint()?.timeZone ?? null;
  const locale = useLocale();
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={exactUtc(at)} className="tabular-nums" suppressHydrationWarning>
      {hydrated || told !== null
        ? formatTime(at, locale, hydrated ? undefined : (told ?? undefined))
        : formatUtcTime(at, locale)}
    </time>
  );
}

/** How long ago a moment was. */
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
