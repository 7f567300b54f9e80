"use client";

import { Search } from "lucide-react";
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
      className="mx-3 mb-3 flex h-8 shrink-0 items-center gap-2.5 rounded border border-line bg-canvas px-2 text-ink-muted hover:border-line-strong hover:text-ink"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="min-w-0 grow truncate text-left">{t("open")}</span>
      <span aria-hidden className="pointer-coarse:hidden">
        <PaletteKeys />
      </span>
    </ReadyButton>
  );
}
