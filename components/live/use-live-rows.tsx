"use client";

import { type ReactNode, useMemo, useState } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import type { LiveLineProps } from "./live-line";

const liveLine = lazyPart(() => import("./live-line").then((module) => module.LiveLine));

/**
 * Keeps the rows of a page up to date in place, and counts newer ones without showing them: nothing that somebody reads moves.
 * `path`: the route handler that returns a `LiveView`. `line` is for above the list; its scripts come after the page.
 */
export function useLiveRows<Row extends object>(
  path: string,
  shown: readonly Row[],
  keyOf: (row: Row) => string,
  news: LiveLineProps["news"],
): { rows: readonly Row[]; line: ReactNode } {
  const [told, setTold] = useState<{ path: string; rows: readonly object[] } | null>(null);
  const current = told?.path === path ? told.rows : null;
  const rows = useMemo(() => {
    if (current === null || current.length === 0) return shown;
    // The server presents both in the same way.
    const now = new Map(current.map((row) => [keyOf(row as Row), row as Partial<Row>]));
    return shown.map((row) => ({ ...row, ...now.get(keyOf(row)) }));
  }, [current, shown, keyOf]);
  return {
    rows,
    line: <Line key={path} path={path} news={news} onRows={(now) => setTold({ path, rows: now })} />,
  };
}

/** The place of the line is there from the start. */
function Line(props: LiveLineProps) {
  const line = useLazyPart(liveLine);
  return line.kind === "ready" ? <line.part {...props} /> : <div className="live-line" />;
}
