"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { BalanceView } from "@/lib/refunds/balance-view";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";

/** Loaded when the user is about to record one. */
const manualRefundForm = lazyPart(() =>
  import("./manual-refund-form").then((module) => module.ManualRefundForm),
);

export const loadManualRefundForm = (): void => prefetchPart(manualRefundForm);

type ManualRefundDialogProps = { payment: PaymentView; balance: BalanceView; onClose: () => void };

/** The frame of the form. It cannot be closed while the record is being sent. */
export function ManualRefundDialog({ payment, balance, onClose }: ManualRefundDialogProps) {
  const t = useTranslations("manualRefunds");
  const [isSending, setIsSending] = useState(false);
  const form = useLazyPart(manualRefundForm);
  return (
    <Dialog title={t("form.title")} onDismiss={onClose} canDismiss={!isSending}>
      {form.kind === "loading" && <RefundPanelSkeleton />}
      {form.kind === "failed" && <PartFailed onTryAgain={form.tryAgain} />}
      {form.kind === "ready" && (
        <form.part
          payment={payment}
          balance={balance}
          isSending={isSending}
          onSending={setIsSending}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
