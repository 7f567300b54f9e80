"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { RequestTarget } from "@/lib/requests/request-views";
import { RefundPanelSkeleton } from "../refund-panel-skeleton";

/** Loaded when the user is about to request refunds of a selection. */
const selectionPanel = lazyPart(() =>
  import("./request-selection").then((module) => module.RequestSelection),
);

export const loadRequestSelection = (): void => prefetchPart(selectionPanel);

type RequestSelectionDialogProps = {
  payments: readonly RequestTarget[];
  /** `isDone`: the selection was submitted. */
  onClose: (isDone: boolean) => void;
};

/** The frame of requests for a selection. It cannot be closed while they are being made. */
export function RequestSelectionDialog({ payments, onClose }: RequestSelectionDialogProps) {
  const t = useTranslations("requests.selection");
  const [isSending, setIsSending] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const panel = useLazyPart(selectionPanel);
  const close = (): void => onClose(isDone);
  return (
    <Dialog title={t("title", { n: payments.length })} onDismiss={close} canDismiss={!isSending}>
      {panel.kind === "loading" && <RefundPanelSkeleton />}
      {panel.kind === "failed" && <PartFailed onTryAgain={panel.tryAgain} />}
      {panel.kind === "ready" && (
        <panel.part
          payments={payments}
          isSending={isSending}
          onSending={setIsSending}
          onDone={() => setIsDone(true)}
          onClose={close}
        />
      )}
    </Dialog>
  );
}
