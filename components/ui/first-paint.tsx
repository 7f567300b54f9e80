"use client";

import { createContext, useContext, type ReactNode } from "react";

/** What the server knew of the viewer's clock when it painted, so that the browser's first paint is the same. */
export type FirstPaintMoment = {
  /** The server's time of day in milliseconds. */
  nowMs: number;
  /** The viewer's zone as their browser told it last; null until it has. */
  timeZone: string | null;
};

const FirstPaintContext = createContext<FirstPaintMoment | null>(null);

export function FirstPaint({ moment, children }: { moment: FirstPaintMoment; children: ReactNode }) {
  return <FirstPaintContext value={moment}>{children}</FirstPaintContext>;
}

/** Null outside {@link FirstPaint}. */
export function useFirstPaint(): FirstPaintMoment | null {
  return useContext(FirstPaintContext);
}
