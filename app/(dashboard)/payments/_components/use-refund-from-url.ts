"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { permissionObstacle, type Role } from "@/lib/can";
import type { PaymentView } from "@/lib/payments/payment-view";

type LinkedForm = { action: "refund_payment"; payment: PaymentView; again?: string; request?: string };

/**
 * A link can open the refund form of the payment that the page shows (`refund=TXN…`, filled in from the failed refund `again`, or
 * from the refund `request` that it accepts), once, for those who may refund it. It sends nothing.
 */
export function useRefundFromUrl(
  payment: PaymentView,
  role: Role,
): { form: LinkedForm | null; leave: () => void } {
  const query = useSearchParams();
  const asked = query.get("refund");
  // Kept: the address loses it once the refund is requested, and what came of it is still shown.
  const [form, setForm] = useState(() => formOf(query));
  if (asked !== null && asked !== form.transactionId) setForm(formOf(query));
  const { transactionId, filled } = form;
  const [leftId, setLeftId] = useState<string | null>(null);
  const isOpen =
    payment.transactionId === transactionId &&
    leftId !== transactionId &&
    permissionObstacle("refund_payment", { role, status: payment.status, isLatest: payment.isLatest }) ===
      null;
  return {
    form: isOpen ? { action: "refund_payment", payment, ...filled } : null,
    leave: () => {
      setLeftId(transactionId);
      forgetRefundForm();
    },
  };
}

function formOf(query: Pick<URLSearchParams, "get">) {
  const [again, request] = [query.get("again"), query.get("request")];
  return {
    transactionId: query.get("refund"),
    filled: { ...(again !== null && { again }), ...(request !== null && { request }) },
  };
}

/** Takes the form out of the address of this history entry: Back after a refund must not open the form again. */
export function forgetRefundForm(): void {
  const address = new URL(document.URL);
  if (!address.searchParams.has("refund")) return;
  for (const name of ["refund", "again", "request"]) address.searchParams.delete(name);
  window.history.replaceState(null, "", address);
}
