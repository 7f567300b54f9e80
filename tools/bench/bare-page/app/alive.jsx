"use client";

import { useLayoutEffect } from "react";

/** Marks hydration as the dashboard does, so that both are measured in the same way. */
export function Alive() {
  useLayoutEffect(() => {
    performance.mark("hydrated");
  }, []);
  return <button type="button">Alive</button>;
}
