"use client";

import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { CancelDialogProps } from "./cancel-panel";

/** Most visits only read: the dialog loads when the user is about to cancel. */
const cancelPanel = lazyPart(() => import("./cancel-panel").then((module) => module.CancelPanel));

export const loadCancelPanel = (): void => prefetchPart(cancelPanel);

/** The dialog itself; until it has loaded, its frame. Nothing is sent before it has. */
export function CancelDialog(props: CancelDialogProps) {
  const t = useTranslations("cancel");
  const panel = useLazyPart(cancelPanel);
  if (panel.kind === "ready") return <panel.part {...props} />;
  return (
    <Dialog role="alertdialog" title={t("ask.title")} onDismiss={props.onClose}>
      {panel.kind === "failed" ? (
        <PartFailed onTryAgain={panel.tryAgain} />
      ) : (
        <Skeleton className="h-32 w-full" />
      )}
    </Dialog>
  );
}
