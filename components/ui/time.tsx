"use client";

import { useLocale, useTranslations } from "use-intl/react";
import type { Locale } from "@/lib/messages/locale";
import { useFirstPaint } from "./first-paint";
import { exactUtc, formatTime, formatUtcTime } from "./time-format";
import { useDuration } from "./use-duration";
import { useNow } from "./use-now";
import { useIdle } from "./use-idle";

/**
 * A moment in the viewer's zone, exact UTC on hover. Until the browser has told its zone, the server's paint is in UTC and
 * says so.
 */
export function Time({ iso }: { iso: string }) {
  // What the server painted is of this moment alone: another one begins anew.
  return <Moment key={iso} iso={iso} />;
}

function Moment({ iso }: { iso: string }) {
  const settled = useIdle();
  const reportedZone = useFirstPaint()?.timeZone ?? null;
  const locale = useLocale();
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={exactUtc(at)} className="tabular-nums" suppressHydrationWarning>
      {settled ? formatTime(at, locale) : formatFirst(at, locale, reportedZone)}
    </time>
  );
}

/**
 * In the browser nothing, which leaves standing what the server painted: the first `Intl.DateTimeFormat` of a page takes as long as
 * a quarter of all that React does to take it over (0190).
 */
function formatFirst(at: Date, locale: Locale, reportedZone: string | null): string {
  if (typeof window !== "undefined") return "";
  return reportedZone === null ? formatUtcTime(at, locale) : formatTime(at, locale, reportedZone);
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
