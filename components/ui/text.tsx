import { cx } from "./cx";

export { Absent } from "./absent";

/** Text written elsewhere: any length, any script, any direction; it wraps and never turns its surroundings. */
export function ForeignText({ children, className }: { children: string; className?: string }) {
  return <bdi className={cx("wrap-anywhere whitespace-pre-wrap", className)}>{children}</bdi>;
}
