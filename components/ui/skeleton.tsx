import { cx } from "./cx";

/** A placeholder while content loads. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={cx("block animate-pulse rounded-sm bg-sunken", className)} />;
}
