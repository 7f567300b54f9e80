"use client";

import { Ellipsis } from "lucide-react";
import { useId, type ReactNode } from "react";
import { buttonClass } from "./button";

type RowMenuProps = {
  label: string;
  /** The buttons, each with the id that closes the menu: `popoverTarget`. */
  children: (menuId: string) => ReactNode;
};

/**
 * The further actions of a row: a native popover beside its button, so that the edge of a list cuts nothing off. Where a
 * browser cannot place it there, it opens in the middle.
 */
export function RowMenu({ label, children }: RowMenuProps) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id} aria-label={label} className={buttonClass("ghost", "sm")}>
        <Ellipsis aria-hidden className="size-4" />
      </button>
      <div
        id={id}
        popover="auto"
        className="min-w-40 flex-col rounded-lg border border-line bg-surface p-1 text-left text-sm text-ink shadow-floating [position-area:block-end_span-inline-start] [position-try-fallbacks:flip-block] supports-[position-area:block-end]:m-0 open:flex"
      >
        {children(id)}
      </div>
    </>
  );
}
