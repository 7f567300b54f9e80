import type { MouseEvent, ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { SELECTION_ACTIONS } from "@/components/ui/to-selection";

type SelectionFrameProps = {
  /** The accessible name. */
  label: string;
  /** How many rows are selected, in words. */
  count: string;
  isEmpty: boolean;
  clearLabel: string;
  onClear: () => void;
  /** What can be done with the selection: buttons. */
  children: ReactNode;
};

/**
 * Says how many rows are selected, and what can be done with them. It is below the rows, so that they stay under the
 * pointer.
 */
export function SelectionFrame({
  label,
  count,
  isEmpty,
  clearLabel,
  onClear,
  children,
}: SelectionFrameProps) {
  // The button is gone then: without this, the next Tab would begin behind all rows.
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    currentTarget
      .closest("main")
      ?.querySelector<HTMLInputElement>("thead input[type=checkbox]")
      ?.focus({ preventScroll: true });
    onClear();
  };
  return (
    <div
      role="region"
      aria-label={label}
      hidden={isEmpty}
      {...SELECTION_ACTIONS}
      className="flex flex-wrap items-center justify-between gap-2 rounded-lg border border-line-strong bg-surface px-4 py-2.5 shadow-floating"
    >
      <p aria-live="polite" className="text-sm tabular-nums">
        {count}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={clear}>
          {clearLabel}
        </Button>
        {children}
      </div>
    </div>
  );
}

/** Where a frame stays while the list is scrolled. */
export const AT_LOWER_EDGE = "sticky bottom-3 z-10 mt-3 max-sm:bottom-0";
