"use client";

import { useRef, useState } from "react";
import { createRequestAction } from "@/app/(dashboard)/requests/actions";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { CreateRequestInput, CreateRequestOutcome } from "@/lib/requests/request-views";

export type EnteredRequest = Pick<CreateRequestInput, "amount" | "reason" | "reasonCode" | "note">;
/** The browser lost the connection: sending again under the same id makes no second request. */
export type ShownRequestOutcome = CreateRequestOutcome | { kind: "cut_off" };

/** Makes one request, however often it is submitted: its id is created when the dialog opens. */
export function useRequestSubmission(options: {
  payment: PaymentView;
  onSending: (isSending: boolean) => void;
}) {
  const { reference, transactionId } = options.payment;
  const [requestId] = useState(() => crypto.randomUUID());
  const [outcome, setOutcome] = useState<ShownRequestOutcome | null>(null);
  const isPending = useRef(false);

  const submit = async (entered: EnteredRequest): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    options.onSending(true);
    const answered = await createRequestAction({ requestId, reference, transactionId, ...entered }).catch(
      () => ({ kind: "cut_off" }) as const,
    );
    isPending.current = false;
    options.onSending(false);
    setOutcome(answered);
  };
  return { outcome, submit };
}
