"use client";

import { useLocale, useTranslations } from "use-intl/react";
import type { Locale } from "@/lib/messages/locale";
import { useFirstPaint } from "./first-paint";
import { exactUtc, formatTime, formatUtcTime, type TimePrecision } from "./time-format";
import { useDuration } from "./use-duration";
import { useNow } from "./use-now";
import { useState, useSyncExternalStore } from "react";
import { useHydrated } from "./use-hydrated";
import { whenIdle } from "./when-idle";

/**
 * A time in the viewer's zone, with exact UTC on hover. Until the browser has reported its zone, the server renders UTC
 * and says so.
 */
export function Time({ iso, precision = "seconds" }: TimeProps) {
  // The server's HTML is for this time only: another time is remounted.
  return <Moment key={iso} iso={iso} precision={precision} />;
}

type TimeProps = { iso: string; precision?: TimePrecision };

function Moment({ iso, precision = "seconds" }: TimeProps) {
  const settled = useIdle();
  const reportedZone = useFirstPaint()?.timeZone ?? null;
  const locale = useLocale();
  const at = new Date(iso);
  return (
    <time dateTime={iso} title={exactUtc(at)} suppressHydrationWarning>
      {settled
        ? formatTime(at, locale, undefined, precision)
        : formatFirst(at, locale, reportedZone, precision)}
    </time>
  );
}

/**
 * Empty in the browser, which keeps the server's HTML: a page's first `Intl.DateTimeFormat` takes a quarter of the time
 * of its whole hydration (0179).
 */
function formatFirst(
  at: Date,
  locale: Locale,
  reportedZone: string | null,
  precision: TimePrecision,
): string {
  if (typeof window !== "undefined") return "";
  if (reportedZone !== null) return formatTime(at, locale, reportedZone, precision);
  return formatUtcTime(at, locale, precision === "withoutYear" ? precision : "minutes");
}

/** The width of a column of `RowTime`: until the zone is known, the time has its name, and nothing shifts later. */
export const ROW_TIME_WIDTH = "8.625rem";

/** A time in a row of a list: to the minute, with the year only if it is another one than now. */
export function RowTime({ iso }: { iso: string }) {
  const nowMs = useFirstPaint()?.nowMs ?? null;
  const isThisYear = nowMs !== null && new Date(nowMs).getUTCFullYear() === new Date(iso).getUTCFullYear();
  return <Time iso={iso} precision={isThisYear ? "withoutYear" : "minutes"} />;
}

/** How long ago a time was, under a heading that says so: "8 h". */
export function Elapsed({ iso }: { iso: string }) {
  const nowMs = useNow();
  const duration = useDuration();
  if (nowMs === null) return null;
  const at = new Date(iso);
  return (
    <span title={exactUtc(at)} className="whitespace-nowrap tabular-nums">
      {duration(nowMs - at.getTime())}
    </span>
  );
}

/** The age of a time. */
export function Age({ iso }: { iso: string }) {
  const t = useTranslations("common");
  const nowMs = useNow();
  const duration = useDuration();
  if (nowMs === null) return null;
  const at = new Date(iso);
  return (
    // It ticks: an alert around it must not be announced again each second.
    <span aria-live="off" title={exactUtc(at)} className="whitespace-nowrap tabular-nums">
      {t("ago", { age: duration(nowMs - at.getTime()) })}
    </span>
  );
}

let isSettled = false;
let isAsked = false;
const listeners = new Set<() => void>();

function settle(): void {
  isSettled = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isAsked) {
    isAsked = true;
    whenIdle(settle);
  }
  return () => listeners.delete(listener);
}

/**
 * False on the server and after hydration until the browser is idle: for expensive rendering that changes nothing
 * visible. True at once for what renders only in the browser.
 */
function useIdle(): boolean {
  const [isServersPaint] = useState(!useHydrated());
  const settled = useSyncExternalStore(
    subscribe,
    () => isSettled,
    () => false,
  );
  return settled || !isServersPaint;
}
