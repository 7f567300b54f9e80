"use client";

import { useLinkStatus } from "next/link";
import { cx } from "./cx";

/**
 * Shows a spinner in a link while its page loads, after a noticeable delay. Its space is always reserved, so nothing
 * shifts.
 */
export function LinkPending() {
  const { pending: isPending } = useLinkStatus();
  return (
    <span
      aria-hidden
      className={cx(
        "size-3 shrink-0 rounded-full border-2 border-accent border-t-transparent transition-opacity",
        isPending ? "animate-spin opacity-100 delay-200" : "opacity-0",
      )}
    />
  );
}
