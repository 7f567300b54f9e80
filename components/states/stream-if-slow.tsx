"use client";

import { type ReactNode, Suspense, useState } from "react";

/**
 * Shows a part that was slow on its first visit after a fallback, and a quick one as part of the page: React sends a large
 * Suspense boundary after its fallback, however quick it is. The first visit decides. A later refresh of other speed would
 * otherwise mount the part anew, and lose what was typed; while it waits, the page before stays (decision 0179).
 */
export function StreamIfSlow({
  isSlow,
  fallback,
  children,
}: {
  isSlow: boolean;
  fallback: ReactNode;
  children: ReactNode;
}) {
  const [wasSlow] = useState(isSlow);
  return wasSlow ? <Suspense fallback={fallback}>{children}</Suspense> : children;
}
