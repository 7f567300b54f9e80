"use client";

import { useEffect } from "react";
import { HYDRATED_EVENT } from "./hydrated-event";

/** Tells that React has taken the page over. */
export function HydratedSignal() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  return null;
}
