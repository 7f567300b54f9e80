import type { LucideIcon } from "lucide-react";
import { cx } from "./cx";

export type StatusTone = "neutral" | "accent" | "success" | "warning" | "danger";

type StatusProps = {
  tone: StatusTone;
  icon: LucideIcon;
  word: string;
  code?: string;
  /** A word with amounts in it may be wider than its place. */
  wraps?: boolean;
  /** The status has no background: in a list, a background marks what somebody must act on. */
  isPlain?: boolean;
};

/**
 * A status (`status.css` has its look): icon, text and colour together, so that none depends on colour alone. `code` is the
 * service's own name of it: in the tooltip, in the text that screen readers and page searches read, and as `data-status` (0387).
 */
export function Status({ tone, icon: Icon, word, code, wraps = false, isPlain = false }: StatusProps) {
  return (
    <span
      title={code}
      data-status={code}
      className={cx("status", tone, wraps && "wraps", isPlain && "plain")}
    >
      <Icon aria-hidden strokeWidth={2.25} />
      {word}
      {code !== undefined && (
        <>
          {" "}
          <span className="sr-only">{code}</span>
        </>
      )}
    </span>
  );
}
