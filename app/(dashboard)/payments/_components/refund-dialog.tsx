"use client";

import { useRef, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import { lazyPart, prefetchPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { RefundPanelHandle } from "./refund-panel";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";

/** Most visits only read: the form and its library load when the user is about to refund. */
const refundPanel = lazyPart(() => import("./refund-panel").then((module) => module.RefundPanel));

export const loadRefundPanel = (): void => prefetchPart(refundPanel);

type RefundDialogProps = {
  payment: PaymentView;
  /** The failed refund, by its id or its request's, that fills the form in. */
  again?: string | undefined;
  /** The refund request that the refund accepts, and that fills the form in. */
  request?: string | undefined;
  onClose: () => void;
};

/**
 * The frame of a refund. It cannot be closed while the request is in progress. The intent id is created only once the
 * form has loaded, so a form that fails to load loses none.
 */
export function RefundDialog({ payment, again, request, onClose }: RefundDialogProps) {
  const t = useTranslations("refund");
  const [isSending, setIsSending] = useState(false);
  const panel = useLazyPart(refundPanel);
  const shown = useRef<RefundPanelHandle>(null);
  const dismiss = (): void => (shown.current === null ? onClose() : shown.current.leave());
  return (
    <Dialog title={t("title")} onDismiss={dismiss} canDismiss={!isSending}>
      {panel.kind === "loading" && <RefundPanelSkeleton />}
      {panel.kind === "failed" && <PartFailed onTryAgain={panel.tryAgain} />}
      {panel.kind === "ready" && (
        <panel.part
          ref={shown}
          payment={payment}
          again={again}
          request={request}
          isSending={isSending}
          onSending={setIsSending}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}
