import type { ReactNode } from "react";
import { cx } from "./cx";

/** Text written elsewhere: any length, any script, any direction; it wraps and never turns its surroundings. */
export function ForeignText({ children, className }: { children: string; className?: string }) {
  return <bdi className={cx("wrap-anywhere whitespace-pre-wrap", className)}>{children}</bdi>;
}

/** What is not there, said so. */
export function Absent({ children = "None" }: { children?: ReactNode }) {
  return <span className="text-ink-muted">{children}</span>;
}
