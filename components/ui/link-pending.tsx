"use client";

import { useLinkStatus } from "next/link";
import { cx } from "./cx";

/**
 * In a link: shows that its page is on its way, once that takes long enough to be noticed. Its place is always kept, so
 * that nothing moves.
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
