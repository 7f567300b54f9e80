"use client";

import { Kbd } from "@/components/ui/kbd";
import { useHydrated } from "@/components/ui/use-hydrated";

/** The keys as this machine has them; the server cannot know, and says what most have. */
export function PaletteKeys() {
  const isApple = useHydrated() && /Mac|iPhone|iPad/.test(navigator.userAgent);
  return <Kbd>{isApple ? "⌘K" : "Ctrl K"}</Kbd>;
}
