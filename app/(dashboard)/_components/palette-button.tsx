"use client";

import { useTranslations } from "use-intl/react";
import { ReadyButton } from "@/components/ui/ready-button";
import { useCommandCenter } from "./command-center";
import { PaletteKeys } from "./palette-keys";

/** Makes the palette discoverable, and opens it without a keyboard. */
export function PaletteButton() {
  const t = useTranslations("palette");
  const { openPalette, prefetchPalette } = useCommandCenter();
  return (
    <ReadyButton
      aria-keyshortcuts="Control+K Meta+K"
      onPointerEnter={prefetchPalette}
      onFocus={prefetchPalette}
      onClick={openPalette}
      className="flex h-8 shrink-0 items-center gap-2 rounded px-2 text-sm text-ink-muted hover:bg-sunken hover:text-ink"
    >
      {t("open")}
      <span aria-hidden className="pointer-coarse:hidden">
        <PaletteKeys />
      </span>
    </ReadyButton>
  );
}
