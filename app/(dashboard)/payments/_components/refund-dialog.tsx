"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { PaymentView } from "@/lib/views";

/** Most visits look something up: the form and its library come when somebody is about to refund. */
export const loadRefundPanel = () => import("./refund-panel").then((module) => module.RefundPanel);

const RefundPanel = dynamic(loadRefundPanel, { ssr: false, loading: RefundPanelSkeleton });

/** The frame of a refund. It cannot be left while the request is under way. */
export function RefundDialog({ payment, onClose }: { payment: PaymentView; onClose: () => void }) {
  const [isSending, setIsSending] = useState(false);
  return (
    <Dialog title="Refund payment" onDismiss={onClose} canDismiss={!isSending}>
      <RefundPanel payment={payment} isSending={isSending} onSending={setIsSending} onClose={onClose} />
    </Dialog>
  );
}

export function RefundPanelSkeleton() {
  return (
    <div role="status" aria-label="Reading the remaining balance" className="space-y-4">
      <Skeleton className="h-5 w-3/4" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
