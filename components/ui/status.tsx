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

/** A status: icon, word and colour together, so that none has to be told apart by colour alone. */
export function Status({ tone, icon: Icon, word }: { tone: StatusTone; icon: LucideIcon; word: string }) {
  return (
    <span
      className={cx(
        "inline-flex h-6 shrink-0 items-center gap-1.5 rounded-sm px-2 text-xs font-semibold tracking-wide whitespace-nowrap",
        TONES[tone],
      )}
    >
      <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
      {word}
    </span>
  );
}
