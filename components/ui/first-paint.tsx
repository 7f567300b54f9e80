"use client";

import { createContext, useContext, type ReactNode } from "react";

/** The time and zone that the server rendered with, so that hydration renders the same. */
export type FirstPaintMoment = {
  /** The server's time in milliseconds. */
  nowMs: number;
  /** The time zone of the viewer as the browser last reported it; null until then. */
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
