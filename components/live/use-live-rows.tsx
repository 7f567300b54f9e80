"use client";

import { type ReactNode, useMemo, useState } from "react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import type { LiveLineProps } from "./live-line";
import { rowsNow, type Told } from "./rows-now";

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
  const [told, setTold] = useState<Told | null>(null);
  const rows = useMemo(() => rowsNow(shown, told, keyOf), [shown, told, keyOf]);
  return {
    rows,
    line: <Line key={path} path={path} news={news} onRows={(now) => setTold({ of: shown, rows: now })} />,
  };
}

/** The place of the line is there from the start. */
function Line(props: LiveLineProps) {
  const line = useLazyPart(liveLine);
  return line.kind === "ready" ? <line.part {...props} /> : <div className="live-line" />;
}
