import type { LucideIcon } from "lucide-react";
import { cx } from "./cx";

export type StatusTone = "neutral" | "accent" | "success" | "warning" | "danger";

const TONES: Record<StatusTone, string> = {
  neutral: "bg-sunken text-ink-muted",
  accent: "bg-accent-soft text-accent",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
};

const PLAIN_TONES: Record<StatusTone, string> = {
  neutral: "text-ink-muted",
  accent: "text-accent",
  success: "text-success",
  warning: "text-warning",
  danger: "text-danger",
};

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
 * A status: icon, text and colour together, so that none depends on colour alone. `code` is the service's own name of
 * it: in the tooltip, in the text that screen readers and page searches read, and as `data-status` (0387).
 */
export function Status({ tone, icon: Icon, word, code, wraps = false, isPlain = false }: StatusProps) {
  return (
    <span
      title={code}
      data-status={code}
      className={cx(
        "relative inline-block rounded-sm font-semibold",
        isPlain ? "text-sm" : "px-2 text-xs tracking-wide",
        wraps ? "py-1 text-left leading-4" : "h-6 shrink-0 leading-6 whitespace-nowrap",
        isPlain ? PLAIN_TONES[tone] : TONES[tone],
      )}
    >
      {/* Inline, so that the badge is on one line with the text beside it. */}
      <Icon aria-hidden className="mr-1.5 inline-block size-3.5 align-[-0.1875rem]" strokeWidth={2.25} />
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
