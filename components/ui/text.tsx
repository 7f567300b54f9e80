import { cx } from "./cx";

export { EmptyValue } from "./empty-value";

/**
 * Text that customers, merchants or a payment service wrote: it wraps at any length, and a script that is written from the
 * right does not turn the words around it.
 */
export function ForeignText({ children, className }: { children: string; className?: string }) {
  return <bdi className={cx("wrap-anywhere whitespace-pre-wrap", className)}>{children}</bdi>;
}
