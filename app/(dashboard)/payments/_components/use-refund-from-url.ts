"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { permissionObstacle, type Role } from "@/lib/can";
import type { PaymentView } from "@/lib/payments/payment-view";

/**
 * A link can open the refund dialog of one payment (`refund=TXN…`): it opens once, if the button is enabled. It sends
 * nothing.
 */
export function useRefundFromUrl(
  payments: readonly PaymentView[],
  role: Role,
): { asked: PaymentView | null; leave: () => void } {
  const transactionId = useSearchParams().get("refund");
  const [leftId, setLeftId] = useState<string | null>(null);
  const payment = payments.find((candidate) => candidate.transactionId === transactionId);
  const isOpen =
    payment !== undefined &&
    leftId !== transactionId &&
    permissionObstacle("refund_payment", { role, status: payment.status, isLatest: payment.isLatest }) ===
      null;
  return { asked: isOpen ? payment : null, leave: () => setLeftId(transactionId) };
}
