"use client";

import { useEffect } from "react";

/** Signals hydration as the dashboard does, so that both are measured in the same way. */
export function Alive() {
  useEffect(() => {
    window.dispatchEvent(new Event("paydeck:alive"));
  }, []);
  return <button type="button">Alive</button>;
}
