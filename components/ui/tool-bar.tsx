import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { CloseMenu } from "./close-menu";
import { cx } from "./cx";

/** The bar above a list: filters at its start; views, columns and exports at its end. */
export function ToolBar({ children }: { children: ReactNode }) {
  return (
    <div className="tool-bar flex min-h-11 flex-wrap items-center gap-2 py-1.5 empty:hidden">{children}</div>
  );
}

/** Fills the space between the start and the end of the bar. */
export function ToolBarSpace() {
  return <span aria-hidden className="grow" />;
}

const SUMMARY =
  "inline-flex h-7 cursor-pointer list-none items-center gap-1.5 rounded border border-edge bg-surface px-2.5 text-sm font-medium whitespace-nowrap select-none group-open:bg-sunken hover:bg-sunken [&::-webkit-details-marker]:hidden";

type ToolProps = {
  icon: LucideIcon;
  label: ReactNode;
  /** The number in its badge; none for 0. */
  count?: number;
  /** How many more are set beside it, which a phone folds behind it. */
  folded?: number;
  /** Initially open: when something inside must be corrected. */
  isOpen?: boolean;
  /** Left out on phones. */
  isForDesktops?: boolean;
  className?: string;
  /** Only client components use these: to load what is inside when it is needed. */
  ref?: Ref<HTMLDetailsElement>;
  onPointerEnter?: () => void;
  children?: ReactNode;
};

/**
 * One item of the bar. It opens below the bar, at full width, and the others stay in place; a native disclosure, so it
 * works without JavaScript.
 */
export function Tool({
  icon: Icon,
  label,
  count = 0,
  folded = 0,
  isOpen = false,
  isForDesktops = false,
  className,
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
        className,
      )}
    >
      <summary className={SUMMARY}>
        <Icon aria-hidden className="size-3.5 max-sm:hidden" />
        {label}
        <Badge count={count + folded} className={folded > 0 ? "sm:hidden" : undefined} />
        {folded > 0 && <Badge count={count} className="max-sm:hidden" />}
      </summary>
      {children !== undefined && (
        <div className="w-full rounded-lg border border-line bg-surface p-4">{children}</div>
      )}
    </details>
  );
}

function Badge({ count, className }: { count: number; className: string | undefined }) {
  if (count === 0) return null;
  return (
    <span className={cx("rounded-full bg-accent-soft px-1.5 text-xs text-accent tabular-nums", className)}>
      {count}
    </span>
  );
}

type ToolMenuProps = Pick<ToolProps, "icon" | "label" | "isForDesktops" | "children">;

/** An item of the bar that opens over the list, and closes again by Escape and by a click elsewhere. */
export function ToolMenu({ icon: Icon, label, isForDesktops = false, children }: ToolMenuProps) {
  return (
    <details name="tool-menu" className={cx("group relative", isForDesktops && "max-sm:hidden!")}>
      <summary className={SUMMARY}>
        <Icon aria-hidden className="size-3.5 max-sm:hidden" />
        {label}
      </summary>
      <div className="absolute right-0 z-20 mt-1 w-max min-w-52 rounded-lg border border-line bg-surface p-1 text-sm shadow-floating">
        {children}
        <CloseMenu />
      </div>
    </details>
  );
}

/** A link in such a menu. */
export const MENU_LINK =
  "flex min-h-8 touch-target items-center gap-2 rounded px-2 whitespace-nowrap hover:bg-sunken";
