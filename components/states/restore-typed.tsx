"use client";

import { useEffect } from "react";
import { useAddress, useOwner, usePagePerson } from "@/components/ui/page-account";
import { usePath } from "@/components/ui/use-path";
import { restoreTyped, takeTyped, watchPresses } from "./typed-fields";

/** Fields may appear long after the page: in a dialog that the person opens again. */
const EVERY_MS = 250;

/** Gives the same person back what they had typed on a page, after a sign-in that ended the work there. */
export function RestoreTyped() {
  const owner = useOwner(usePagePerson());
  const path = useAddress(usePath());
  // Those of another page are nothing for this one.
  useEffect(() => watchPresses(), [owner, path]);
  useEffect(() => {
    const typed = takeTyped(owner, path);
    if (typed.size === 0) return;
    const timer = setInterval(() => {
      if (restoreTyped(typed) === 0) clearInterval(timer);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [owner, path]);
  return null;
}
