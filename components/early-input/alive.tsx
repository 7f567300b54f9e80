"use client";

import { useEffect } from "react";
import { HYDRATED_EVENT } from "./hydrated-event";

/** Reports that the page is hydrated. */
export function HydratedSignal() {
  useEffect(() => {
    window.dispatchEvent(new Event(HYDRATED_EVENT));
  }, []);
  return null;
}
