"use client";

import { useState } from "react";
import { createRequestAction } from "@/app/(dashboard)/requests/actions";
import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { CreateRequestInput, CreateRequestOutcome } from "@/lib/requests/request-views";

export type EnteredRequest = Pick<CreateRequestInput, "amount" | "reason" | "reasonCode" | "note">;
/** After a lost connection, sending again under the same id makes no second request. */
export type ShownRequestOutcome = CreateRequestOutcome | CutOff;

/** Makes one request, however often it is submitted: its id is created when the dialog opens. */
export function useRequestSubmission(options: {
  payment: PaymentView;
  onSending: (isSending: boolean) => void;
}) {
  const { reference, transactionId } = options.payment;
  const [requestId] = useState(() => crypto.randomUUID());
  const { outcome, send } = useSend(
    (entered: EnteredRequest) => {
      options.onSending(true);
      return createRequestAction({ requestId, reference, transactionId, ...entered });
    },
    CUT_OFF,
    () => options.onSending(false),
  );
  return { outcome, submit: send };
}
