"use client";

import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { AccountChoice } from "@/lib/accounts/account-views";
import type { Role } from "@/lib/can";
import { useShortcuts } from "./use-shortcuts";

/** Most visits need neither: both load on first use, or when use is likely. */
const palettePart = lazyPart(() => import("./command-palette").then((module) => module.CommandPalette));
const keysPart = lazyPart(() => import("./key-list").then((module) => module.KeyList));

type CommandCenter = { openPalette: () => void; prefetchPalette: () => void };

const CommandContext = createContext<CommandCenter | null>(null);

const prefetchPalette = (): void => prefetchPart(palettePart);

type CommandCenterProps = {
  role: Role;
  /** What the person may switch to. */
  accounts?: readonly AccountChoice[];
  children: ReactNode;
};

/** The shortcuts of every page: the palette, the list of shortcuts, and one for each page. */
export function CommandCenterProvider({ role, accounts = [], children }: CommandCenterProps) {
  const [shown, setShown] = useState<"palette" | "keys" | null>(null);
  const close = useCallback(() => setShown(null), []);
  const showKeys = useCallback(() => setShown("keys"), []);
  const openPalette = useCallback(() => setShown("palette"), []);
  useShortcuts({ role, onPalette: openPalette, onKeys: showKeys, onAboutToOpen: prefetchPalette });
  const center = useMemo<CommandCenter>(() => ({ openPalette, prefetchPalette }), [openPalette]);

  return (
    <CommandContext value={center}>
      {children}
      {shown === "palette" && (
        <PaletteDialog role={role} accounts={accounts} onClose={close} onShowKeys={showKeys} />
      )}
      {shown === "keys" && <KeysDialog role={role} onClose={close} />}
    </CommandContext>
  );
}

export function useCommandCenter(): CommandCenter {
  const center = useContext(CommandContext);
  if (center === null) throw new Error("useCommandCenter is used outside the frame");
  return center;
}

type PaletteDialogProps = {
  role: Role;
  accounts: readonly AccountChoice[];
  onClose: () => void;
  onShowKeys: () => void;
};

function PaletteDialog({ role, accounts, onClose, onShowKeys }: PaletteDialogProps) {
  const t = useTranslations("palette");
  const palette = useLazyPart(palettePart);
  return (
    <Dialog isBare title={t("title")} onDismiss={onClose} className="mt-[12vh] mb-auto max-w-xl">
      {palette.kind === "loading" && (
        <div role="status" aria-label={t("loading")} className="h-96 space-y-3 p-4">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-6 w-2/3" />
        </div>
      )}
      {palette.kind === "failed" && (
        <div className="p-4">
          <PartFailed onTryAgain={palette.tryAgain} />
        </div>
      )}
      {palette.kind === "ready" && (
        <palette.part role={role} accounts={accounts} onClose={onClose} onShowKeys={onShowKeys} />
      )}
    </Dialog>
  );
}

function KeysDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const t = useTranslations("palette");
  const list = useLazyPart(keysPart);
  return (
    <Dialog title={t("keys.title")} onDismiss={onClose} className="max-w-lg">
      {list.kind === "loading" && <Skeleton className="h-64 w-full" />}
      {list.kind === "failed" && <PartFailed onTryAgain={list.tryAgain} />}
      {list.kind === "ready" && <list.part role={role} />}
    </Dialog>
  );
}
