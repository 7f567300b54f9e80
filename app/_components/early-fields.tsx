"use client";

import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { type Control, isHydrated, isTicked, reportChange } from "@/components/states/control";
import { useHydrated } from "@/components/ui/use-hydrated";

const EVERY_MS = 250;

/**
 * Tells React what was typed and chosen before the page was hydrated: it keeps that in the fields, but would put its own values
 * back at the next render (0382). The mark is for measurements. `children`: what is there until then.
 */
export function EarlyFields({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    performance.mark("hydrated");
  }, []);
  useEffect(() => {
    const changed = new Set(
      [...document.querySelectorAll<Control>("input, textarea, select")].filter(isChanged),
    );
    // A part of the page may be hydrated later. What is typed until then counts.
    const report = (): void => {
      for (const control of [...changed].filter((each) => isHydrated(each) || !each.isConnected)) {
        changed.delete(control);
        reportTo(control);
      }
      if (changed.size === 0) clearInterval(timer);
    };
    const timer = setInterval(report, EVERY_MS);
    report();
    return () => clearInterval(timer);
  }, []);
  return useHydrated() ? null : children;
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(first, 0);
  }
  // The chosen one of radio buttons counts.
  if (isTicked(control))
    return control.checked !== control.defaultChecked && (control.checked || control.type === "checkbox");
  return control.value !== control.defaultValue;
}

type Tracked = { _valueTracker?: { setValue(value: string): void } };

/** React takes the value that it found as known, so it is told of another one. The field itself is not written to, and keeps its caret. */
function reportTo(control: Control): void {
  if (isTicked(control)) {
    control.checked = !control.checked;
    control.click();
  } else if (control.type === "file" || control instanceof HTMLSelectElement) {
    reportChange(control);
  } else {
    (control as Tracked)._valueTracker?.setValue(`${control.value}.`);
    reportChange(control);
  }
}
