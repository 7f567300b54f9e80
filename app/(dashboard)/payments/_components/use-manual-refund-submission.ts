"use client";

import { useRef, useState } from "react";
import { recordManualRefundAction } from "@/app/(dashboard)/refunds/manual/actions";
import type { PaymentView } from "@/lib/payments/payment-view";
import type {
  RecordManualRefundInput,
  RecordManualRefundOutcome,
} from "@/lib/manual-refunds/manual-refund-views";

export type EnteredManualRefund = Pick<
  RecordManualRefundInput,
  "amount" | "method" | "paidOn" | "transferReference" | "note"
> & { reasonCode: string; confirmedDuplicates: string[]; requestId?: string; requestSteps?: number };
/** The browser lost the connection: sending again under the same id makes no second record. */
export type ShownManualRefundOutcome = RecordManualRefundOutcome | { kind: "cut_off" };

/** Makes one record, however often it is submitted: its id is created when the dialog opens. */
export function useManualRefundSubmission(options: {
  payment: PaymentView;
  onSending: (isSending: boolean) => void;
  /** The refund request that it was to fulfil. */
  onClosed: () => void;
}) {
  const { reference, transactionId } = options.payment;
  const [manualRefundId] = useState(() => crypto.randomUUID());
  const [outcome, setOutcome] = useState<ShownManualRefundOutcome | null>(null);
  const isPending = useRef(false);

  const submit = async (entered: EnteredManualRefund): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    options.onSending(true);
    const input = { manualRefundId, reference, transactionId, ...entered };
    const answered = await recordManualRefundAction(input).catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    options.onSending(false);
    setOutcome(answered);
    if (answered.kind === "request_closed") options.onClosed();
  };
  return { outcome, submit };
}
