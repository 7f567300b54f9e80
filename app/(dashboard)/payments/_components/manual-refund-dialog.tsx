"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { PaymentView } from "@/lib/payments/payment-view";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";

/** Loaded when the user is about to record one. */
const manualRefundPanel = lazyPart(() =>
  import("./manual-refund-panel").then((module) => module.ManualRefundPanel),
);

export const loadManualRefundForm = (): void => prefetchPart(manualRefundPanel);

type ManualRefundDialogProps = { payment: PaymentView; onClose: () => void };

/** The frame of the form. It cannot be closed while the record is being sent. */
export function ManualRefundDialog({ payment, onClose }: ManualRefundDialogProps) {
  const t = useTranslations("manualRefunds");
  const [isSending, setIsSending] = useState(false);
  const panel = useLazyPart(manualRefundPanel);
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
