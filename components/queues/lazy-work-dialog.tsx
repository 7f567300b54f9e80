"use client";

import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { WorkDialogProps } from "./work-dialog";

const dialogPart = lazyPart(() => import("./work-dialog").then((module) => module.WorkDialog));

export const prefetchWorkDialog = (): void => prefetchPart(dialogPart);

/** The dialog of a step, which is fetched with the first one that is opened, or before. */
export function LazyWorkDialog(props: WorkDialogProps) {
  const t = useTranslations("queues");
  const dialog = useLazyPart(dialogPart);
  if (dialog.kind === "ready") return <dialog.part {...props} />;
  return (
    <Dialog
      title={t(`${props.step}.title`, { reference: props.item.reference })}
      onDismiss={() => props.onClose(null)}
      className="max-w-lg"
    >
      {dialog.kind === "loading" ? (
        <Skeleton className="h-32 w-full" />
      ) : (
        <PartFailed onTryAgain={dialog.tryAgain} />
      )}
    </Dialog>
  );
}
