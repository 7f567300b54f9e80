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
  const asked = query.get("refund");
  // Kept: the address loses it once the refund is requested, and what came of it is still shown.
  const [form, setForm] = useState(() => formOf(query));
  if (asked !== null && asked !== form.transactionId) setForm(formOf(query));
  const { transactionId } = form;
  const [leftId, setLeftId] = useState<string | null>(null);
  const payment = payments.find((candidate) => candidate.transactionId === transactionId);
  const isOpen =
    payment !== undefined &&
    leftId !== transactionId &&
    permissionObstacle("refund_payment", { role, status: payment.status, isLatest: payment.isLatest }) ===
      null;
  return {
    requested: isOpen ? payment : null,
    again: form.again,
    request: form.request,
    leave: () => {
      setLeftId(transactionId);
      forgetRefundForm();
    },
  };
}

function formOf(query: Pick<URLSearchParams, "get">) {
  return {
    transactionId: query.get("refund"),
    again: query.get("again") ?? undefined,
    request: query.get("request") ?? undefined,
  };
}

/** Takes the form out of the address of this history entry: Back after a refund must not open the form again. */
export function forgetRefundForm(): void {
  const address = new URL(document.URL);
  if (!address.searchParams.has("refund")) return;
  for (const name of ["refund", "again", "request"]) address.searchParams.delete(name);
  window.history.replaceState(null, "", address);
}
