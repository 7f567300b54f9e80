import type { ReactNode } from "react";
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

/** The marks that Unicode has for the direction of text: invisible, and so two references can look the same. */
const MARK = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])/u;

/** The code of each mark in its place: an identifier that was written with one is not the one without. */
export function WithMarks({ text }: { text: string }): ReactNode {
  const parts = text.split(MARK);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="rounded-sm bg-warning-soft px-0.5 text-[0.8em] text-warning select-none">
        {nameOf(part)}
      </span>
    ),
  );
}

function nameOf(mark: string): string {
  return `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
