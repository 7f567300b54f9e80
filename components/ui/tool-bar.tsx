import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { cx } from "./cx";

/** The bar above a list: filters at its start, exports at its end. */
export function ToolBar({ children }: { children: ReactNode }) {
  return <div className="mb-3 flex flex-wrap items-start gap-2 print:hidden">{children}</div>;
}

type ToolProps = {
  icon: LucideIcon;
  label: ReactNode;
  /** The number in its badge; none for 0. */
  count?: number;
  /** Initially open: when something inside must be corrected. */
  isOpen?: boolean;
  /** Left out on phones. */
  isForDesktops?: boolean;
  /** In client components only: to load what is inside when it is needed. */
  ref?: Ref<HTMLDetailsElement>;
  onPointerEnter?: () => void;
  children: ReactNode;
};

/**
 * One item of the bar. It opens below the bar, at full width, and the others stay in place; a native disclosure, so it
 * works without JavaScript.
 */
export function Tool({
  icon: Icon,
  label,
  count = 0,
  isOpen = false,
  isForDesktops = false,
  children,
  ...lazy
}: ToolProps) {
  return (
    <details
      open={isOpen}
      {...lazy}
      className={cx(
        "group open:contents open:[&::details-content]:order-last open:[&::details-content]:min-w-0 open:[&::details-content]:basis-full",
        isForDesktops && "max-sm:hidden!",
      )}
    >
      <summary className="inline-flex h-7 cursor-pointer list-none items-center gap-1.5 rounded border border-edge bg-surface px-2.5 text-sm font-medium whitespace-nowrap shadow-raised select-none group-open:bg-sunken hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Icon aria-hidden className="size-3.5" />
        {label}
        {count > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent tabular-nums">{count}</span>
        )}
      </summary>
      <div className="w-full rounded-lg border border-line bg-surface p-4">{children}</div>
    </details>
  );
}
