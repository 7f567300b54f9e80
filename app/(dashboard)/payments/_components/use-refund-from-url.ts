"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { permissionObstacle, type Role } from "@/lib/can";
import type { PaymentView } from "@/lib/payments/payment-view";

/**
 * A link can open the refund dialog of one payment (`refund=TXN…`, filled in from the failed refund `again`, or from the refund `request` that it
 * accepts): it opens
 * once, if the button is enabled. It sends nothing.
 */
export function useRefundFromUrl(
  payments: readonly PaymentView[],
  role: Role,
): {
  requested: PaymentView | null;
  again: string | undefined;
  request: string | undefined;
  leave: () => void;
} {
  const query = useSearchParams();
  const transactionId = query.get("refund");
  const [leftId, setLeftId] = useState<string | null>(null);
  const payment = payments.find((candidate) => candidate.transactionId === transactionId);
  const isOpen =
    payment !== undefined &&
    leftId !== transactionId &&
    permissionObstacle("refund_payment", { role, status: payment.status, isLatest: payment.isLatest }) ===
      null;
  return {
    requested: isOpen ? payment : null,
    again: query.get("again") ?? undefined,
    request: query.get("request") ?? undefined,
    leave: () => setLeftId(transactionId),
  };
}
