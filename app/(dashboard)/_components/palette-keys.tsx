"use client";

import { Kbd } from "@/components/ui/kbd";
import { useHydrated } from "@/components/ui/use-hydrated";

/** The shortcut on this machine; the server cannot know it, and renders the most common one. */
export function PaletteKeys() {
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent);
  return <Kbd>{isApple ? "⌘K" : "Ctrl K"}</Kbd>;
}
