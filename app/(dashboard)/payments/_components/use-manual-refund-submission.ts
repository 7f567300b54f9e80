"use client";

import { useState } from "react";
import { recordManualRefundAction } from "@/app/(dashboard)/refunds/manual/actions";
import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import type { PaymentView } from "@/lib/payments/payment-view";
import type {
  RecordManualRefundInput,
  RecordManualRefundOutcome,
} from "@/lib/manual-refunds/manual-refund-views";

export type EnteredManualRefund = Pick<
  RecordManualRefundInput,
  "amount" | "method" | "paidOn" | "transferReference" | "note"
> & { reasonCode: string; confirmedDuplicates: string[]; requestId?: string; requestSteps?: number };
/** After a lost connection, sending again under the same id makes no second record. */
export type ShownManualRefundOutcome = RecordManualRefundOutcome | CutOff;

/** Makes one record, however often it is submitted: its id is created when the dialog opens. */
export function useManualRefundSubmission(options: {
  payment: PaymentView;
  onSending: (isSending: boolean) => void;
  /** The refund request that it was to fulfil. */
  onClosed: () => void;
}) {
  const { reference, transactionId } = options.payment;
  const [manualRefundId] = useState(() => crypto.randomUUID());
  const { outcome, send } = useSend(
    (entered: EnteredManualRefund) => {
      options.onSending(true);
      return recordManualRefundAction({ manualRefundId, reference, transactionId, ...entered });
    },
    CUT_OFF,
    ({ kind }) => {
      options.onSending(false);
      if (kind === "request_closed") options.onClosed();
    },
  );
  return { outcome, submit: send };
}
