import { cx } from "./cx";

/** A place held for something that is on its way. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-pulse rounded-sm bg-sunken", className)} />;
}
