"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { Dialog } from "@/components/ui/dialog";
import type { PaymentView } from "@/lib/views";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";

/** Most visits look something up: the form and its library come when somebody is about to refund. */
export const loadRefundPanel = () => import("./refund-panel").then((module) => module.RefundPanel);

const RefundPanel = dynamic(loadRefundPanel, { ssr: false, loading: RefundPanelSkeleton });

/** The frame of a refund. It cannot be left while the request is under way. */
export function RefundDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  const t = useTranslations("refund");
  const [isSending, setIsSending] = useState(false);
  return (
    <Dialog title={t("title")} onDismiss={onClose} canDismiss={!isSending}>
      <RefundPanel payment={payment} isSending={isSending} onSending={setIsSending} onClose={onClose} />
    </Dialog>
  );
}
