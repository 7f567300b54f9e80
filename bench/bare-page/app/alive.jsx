"use client";

import { useEffect } from "react";

/** Tells it as the dashboard does, so that the same is measured of both. */
export function Alive() {
  useEffect(() => {
    window.dispatchEvent(new Event("paydeck:alive"));
  }, []);
  return <button type="button">Alive</button>;
}
