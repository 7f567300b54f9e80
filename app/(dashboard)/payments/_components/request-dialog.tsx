"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { PaymentView } from "@/lib/payments/payment-view";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";

/** Loaded when the user is about to request a refund, like the refund's own form. */
const requestPanel = lazyPart(() => import("./request-panel").then((module) => module.RequestPanel));

export const loadRequestPanel = (): void => prefetchPart(requestPanel);

/** The frame of a refund request. It cannot be closed while the request is being sent. */
export function RequestDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  const t = useTranslations("requests");
  const [isSending, setIsSending] = useState(false);
  const panel = useLazyPart(requestPanel);
  return (
    <Dialog title={t("form.title")} onDismiss={onClose} canDismiss={!isSending}>
      {panel.kind === "loading" && <RefundPanelSkeleton />}
      {panel.kind === "failed" && <PartFailed onTryAgain={panel.tryAgain} />}
      {panel.kind === "ready" && (
        <panel.part payment={payment} isSending={isSending} onSending={setIsSending} onClose={onClose} />
      )}
    </Dialog>
  );
}
