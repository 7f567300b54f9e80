"use client";

import { useRef, useState } from "react";
import { recordManualRefundAction } from "@/app/(dashboard)/refunds/manual/actions";
import type { PaymentView } from "@/lib/payments/payment-view";
import type {
  RecordManualRefundInput,
  RecordManualRefundOutcome,
} from "@/lib/manual-refunds/manual-refund-views";
import type { RequestAnswer } from "@/components/refunds/waiting-request-choice";

export type EnteredManualRefund = Pick<
  RecordManualRefundInput,
  "amount" | "method" | "paidOn" | "transferReference" | "note"
> & { reasonCode: string; confirmedDuplicates: string[] };
/** The browser lost the connection: sending again under the same id makes no second record. */
export type ShownManualRefundOutcome = RecordManualRefundOutcome | { kind: "cut_off" };

/** Makes one record, however often it is submitted: its id is created when the dialog opens. */
export function useManualRefundSubmission(options: {
  payment: PaymentView;
  answer: RequestAnswer | null;
  onSending: (isSending: boolean) => void;
}) {
  const { reference, transactionId } = options.payment;
  const fulfilled = options.answer?.isFulfilled === true ? options.answer : null;
  const [manualRefundId] = useState(() => crypto.randomUUID());
  const [outcome, setOutcome] = useState<ShownManualRefundOutcome | null>(null);
  const isPending = useRef(false);

  const submit = async (entered: EnteredManualRefund): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    options.onSending(true);
    const answered = await recordManualRefundAction({
      manualRefundId,
      reference,
      transactionId,
      ...entered,
      requestId: fulfilled?.requestId ?? null,
      requestSteps: fulfilled?.steps ?? null,
    }).catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    options.onSending(false);
    setOutcome(answered);
  };
  return { outcome, submit };
}
