import type { ReactNode } from "react";
import { DIRECTION_MARK, markName } from "@/lib/direction";
import { cx } from "./cx";

export { EmptyValue } from "./empty-value";

/**
 * Text written by customers, merchants or a payment service: it wraps at any length, right-to-left text does not reorder the
 * text around it, and marks that would reorder its own characters are shown instead of obeyed.
 */
export function ForeignText({ children, className }: { children: string; className?: string }) {
  return (
    <bdi className={cx("wrap-anywhere whitespace-pre-wrap", className)}>
      <WithMarks text={children} />
    </bdi>
  );
}

/** Shows a text in a cell of a list, where it is on one line and may be cut: complete on hover. */
export function Line({ text }: { text: string }) {
  return (
    <bdi title={text}>
      <WithMarks text={text} />
    </bdi>
  );
}

/** A sentence with such texts among its values, which `t` isolates (decision 0394): its marks are not theirs. */
export function Sentence({ children, className }: { children: string; className?: string }) {
  return <span className={cx("wrap-anywhere whitespace-pre-wrap", className)}>{children}</span>;
}

/** The code of each mark in its place: an identifier that was written with one is not the one without. */
export function WithMarks({ text }: { text: string }): ReactNode {
  const parts = text.split(DIRECTION_MARK);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="rounded-sm bg-warning-soft px-0.5 text-[0.8em] text-warning select-none">
        {markName(part)}
      </span>
    ),
  );
}
