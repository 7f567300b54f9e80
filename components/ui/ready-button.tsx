"use client";

import type { ComponentProps } from "react";
import { useHydrated } from "./use-hydrated";

/** A button that only scripts make work: disabled until the page is hydrated, so that no press is lost or sent twice (0382). */
export function ReadyButton({ disabled = false, ...rest }: ComponentProps<"button">) {
  const isEarly = !useHydrated() && !disabled;
  return (
    <button type="button" data-early={isEarly ? "" : undefined} disabled={disabled || isEarly} {...rest} />
  );
}
