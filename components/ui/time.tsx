"use client";

import { formatDuration } from "./duration";
import { useHydrated } from "./use-hydrated";
import { useNow } from "./use-now";

const STYLE = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
} as const;

const utcFormat = new Intl.DateTimeFormat("en-GB", { ...STYLE, timeZone: "UTC" });

/**
 * A moment in the viewer's zone, exact UTC on hover. The server knows no zone, so its paint is in UTC and says so.
 */
export function Time({ iso }: { iso: string }) {
  const hydrated = useHydrated();
  const at = new Date(iso);
  const text = hydrated ? new Intl.DateTimeFormat("en-GB", STYLE).format(at) : `${utcFormat.format(at)} UTC`;
  return (
    <time dateTime={iso} title={exactUtc(at)} className="tabular-nums">
      {text}
    </time>
  );
}

/** How long ago a moment was; nothing until the browser can tell. */
export function Age({ iso }: { iso: string }) {
  const nowMs = useNow();
  if (nowMs === null) return null;
  const at = new Date(iso);
  return (
    <span title={exactUtc(at)} className="whitespace-nowrap tabular-nums">
      {formatDuration(nowMs - at.getTime())} ago
    </span>
  );
}

function exactUtc(at: Date): string {
  return at.toISOString().replace("T", " ").replace("Z", " UTC");
}
