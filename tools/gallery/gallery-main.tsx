"use client";

import type { ReactNode } from "react";
import { useHydrated } from "@/components/ui/use-hydrated";

/** Says in the page when it can be used, for the browser test. */
export function GalleryMain({ children }: { children: ReactNode }) {
  return (
    <main data-hydrated={useHydrated() ? "" : undefined} className="mx-auto max-w-5xl px-4 py-5">
      {children}
    </main>
  );
}
