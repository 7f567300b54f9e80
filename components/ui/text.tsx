import { cx } from "./cx";

export { EmptyValue } from "./empty-value";

/**
 * Text written by customers, merchants or a payment service: it wraps at any length, and right-to-left text does not
 * reorder the text around it.
 */
export function ForeignText({ children, className }: { children: string; className?: string }) {
  return <bdi className={cx("wrap-anywhere whitespace-pre-wrap", className)}>{children}</bdi>;
}
