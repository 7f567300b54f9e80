"use client";

import { Ban, Undo2 } from "lucide-react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { permissionObstacle, type Role } from "@/lib/can";
import type { PaymentView } from "@/lib/payments/payment-view";
import { useObstacleText } from "./use-obstacle-text";

export type RecordActionsProps = {
  payment: PaymentView;
  role: Role;
  onCancel: () => void;
  onRefund: () => void;
  /** The button has focus or the pointer: whatever the dialog needs can be prefetched. */
  onAboutToRefund: () => void;
};

/** The actions on a payment; an unavailable one shows its obstacle as text, not only on hover. */
export function RecordActions({ payment, role, onCancel, onRefund, onAboutToRefund }: RecordActionsProps) {
  const tCancel = useTranslations("cancel");
  const tRefund = useTranslations("refund");
  const obstacleText = useObstacleText();
  const facts = { role, status: payment.status, isLatest: payment.isLatest };
  const cancelObstacle = permissionObstacle("cancel_payment", facts);
  const refundObstacle = permissionObstacle("refund_payment", facts);
  const id = useId();
  const cancelReasonId = `${id}-cancel`;
  const refundReasonId = `${id}-refund`;

  return (
    <footer className="flex flex-col gap-2 border-t border-line px-4 py-2.5 sm:flex-row sm:items-center sm:gap-4 sm:px-5 print:hidden">
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<Undo2 aria-hidden className="size-3.5" />}
          disabled={refundObstacle !== null}
          aria-describedby={refundObstacle === null ? undefined : refundReasonId}
          onPointerEnter={onAboutToRefund}
          onFocus={onAboutToRefund}
          onClick={onRefund}
        >
          {tRefund("button")}
        </Button>
        <Button
          size="sm"
          icon={<Ban aria-hidden className="size-3.5" />}
          disabled={cancelObstacle !== null}
          aria-describedby={cancelObstacle === null ? undefined : cancelReasonId}
          onClick={onCancel}
        >
          {tCancel("button")}
        </Button>
      </div>
      <div className="min-w-0 text-xs text-ink-muted">
        {refundObstacle !== null && (
          <p id={refundReasonId}>{obstacleText("refund_payment", refundObstacle, payment.status)}</p>
        )}
        {cancelObstacle !== null && (
          <p id={cancelReasonId}>{obstacleText("cancel_payment", cancelObstacle, payment.status)}</p>
        )}
      </div>
    </footer>
  );
}
