"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";

/** Marks the element that has the actions for the selected rows. */
export const SELECTION_ACTIONS = { "data-selection-actions": "" };

/**
 * The checkbox of a row. Once the row is selected, the next Tab leads to a button that goes to the actions: they are above or
 * below all rows, which may be dozens of stops away. The button is there only as long as its row has the focus.
 */
export function WithActions({ isChosen, children }: { isChosen: boolean; children: ReactNode }) {
  const t = useTranslations("common");
  return (
    <span className="choice">
      {children}
      {isChosen && (
        <button
          type="button"
          onClick={focusActions}
          className="pointer-events-none absolute -top-1 left-6 z-10 hidden h-8 rounded-md border border-line-strong bg-surface px-2.5 text-xs whitespace-nowrap opacity-0 shadow-floating [.choice:focus-within>&]:block focus:pointer-events-auto focus:opacity-100"
        >
          {t("toActions")}
        </button>
      )}
    </span>
  );
}

function focusActions(): void {
  document
    .querySelector<HTMLElement>("[data-selection-actions] :is(button:not(:disabled), a[href])")
    ?.focus();
}
