"use client";

import { useEffect, useRef, type ReactNode } from "react";
import { cx } from "@/components/ui/cx";

type OutcomePlaceProps = {
  /** Null before there is one. */
  outcome: unknown;
  className?: string;
  children: ReactNode;
};

/** Where a form shows an outcome. The pressed button may be gone or far away, so focus moves here with each new outcome. */
export function OutcomePlace({ outcome, className, children }: OutcomePlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome === null) return;
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "nearest" });
  }, [outcome]);
  if (outcome === null) return null;
  return (
    <div ref={place} tabIndex={-1} className={cx("outline-none", className)}>
      {children}
    </div>
  );
}
