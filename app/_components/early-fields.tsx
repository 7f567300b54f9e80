"use client";

import { useEffect, useLayoutEffect } from "react";
import { type Control, isHydrated, isTicked, setValue } from "@/components/states/control";

const EVERY_MS = 250;

/**
 * Tells React what was typed and chosen before the page was hydrated: it keeps that in the fields, but would put its own values
 * back at the next render (0382). The mark is for measurements.
 */
export function EarlyFields() {
  useLayoutEffect(() => {
    performance.mark("hydrated");
  }, []);
  useEffect(() => {
    const changed = new Set(
      [...document.querySelectorAll<Control>("input, textarea, select")].filter(isChanged),
    );
    // A part of the page may be hydrated later. What is typed until then counts.
    const report = (): void => {
      for (const control of [...changed].filter(isHydrated)) {
        changed.delete(control);
        reportTo(control);
      }
      if (changed.size === 0) clearInterval(timer);
    };
    const timer = setInterval(report, EVERY_MS);
    report();
    return () => clearInterval(timer);
  }, []);
  return null;
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const first = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(first, 0);
  }
  // Of radio buttons, the chosen one.
  if (isTicked(control))
    return control.checked !== control.defaultChecked && (control.checked || control.type === "checkbox");
  return control.value !== control.defaultValue;
}

/** React takes the value that it found as known, so it is first given another one. */
function reportTo(control: Control): void {
  if (isTicked(control)) {
    control.checked = !control.checked;
    control.click();
  } else if (control.type === "file" || control instanceof HTMLSelectElement) {
    control.dispatchEvent(new Event("change", { bubbles: true }));
  } else {
    const { value } = control;
    control.value = `${value}.`;
    setValue(control, value);
  }
}
