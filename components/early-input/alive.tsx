"use client";

import { useEffect } from "react";
import { ALIVE_EVENT } from "./hydrated-event";

/** Tells that React has taken the page over. */
export function Alive() {
  useEffect(() => {
    window.dispatchEvent(new Event(ALIVE_EVENT));
  }, []);
  return null;
}
