"use client";

import { useRef, useState } from "react";
import { requestRefundAction } from "@/app/(dashboard)/payments/actions";
import type { PaymentView, RefundOutcome } from "@/lib/views";

/** The browser lost Paydeck itself while asking: whether the request arrived is looked up by its intent. */
export type CutOff = { kind: "cut_off"; intentId: string };

export type RefundRequestOutcome = RefundOutcome | CutOff;

/** Certain answers that nothing was refunded: the form stays, to be corrected or sent anew. */
export type CorrectableOutcome = Extract<
  RefundRequestOutcome,
  { kind: "refused" | "exceeds_balance" | "invalid" | "not_sent" }
>;

export function leavesFormOpen(outcome: RefundRequestOutcome): outcome is CorrectableOutcome {
  return (
    outcome.kind === "refused" ||
    outcome.kind === "exceeds_balance" ||
    outcome.kind === "invalid" ||
    outcome.kind === "not_sent"
  );
}

type Entered = { amount: string; reason: string };

/**
 * Asks for one refund. The intent's id is made when the dialog opens and goes with every submission, so that however
 * often the button is pressed there is one intent and one call (failure 1). Only after a certain "nothing was refunded"
 * does the form get a new id; after an unknown outcome it never does.
 */
export function useRefundRequest(options: {
  payment: PaymentView;
  onSending: (isSending: boolean) => void;
  onNothingRefunded: () => void;
}) {
  const { payment, onSending, onNothingRefunded } = options;
  const [intentId, setIntentId] = useState(() => crypto.randomUUID());
  const [outcome, setOutcome] = useState<RefundRequestOutcome | null>(null);
  const [entered, setEntered] = useState<Entered | null>(null);
  const isUnderWay = useRef(false);

  const submit = async (wanted: Entered): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setEntered(wanted);
    onSending(true);
    const answered = await send(payment, intentId, wanted);
    isUnderWay.current = false;
    onSending(false);
    setOutcome(answered);
    if (!leavesFormOpen(answered)) return;
    setIntentId(crypto.randomUUID());
    // A service that could not be reached has no newer balance; the form stands as it is.
    if (answered.kind !== "not_sent") onNothingRefunded();
  };

  /** The very same request under the same id: if it did arrive the first time, it is answered, not repeated. */
  const sendAgain = (): void => {
    if (entered !== null) void submit(entered);
  };

  /** What stood in the way is gone, and nothing had been sent. */
  const startOver = (): void => {
    setOutcome(null);
    setIntentId(crypto.randomUUID());
    onNothingRefunded();
  };

  return { outcome, entered, submit, sendAgain, startOver };
}

async function send(payment: PaymentView, intentId: string, entered: Entered): Promise<RefundRequestOutcome> {
  try {
    return await requestRefundAction({
      intentId,
      reference: payment.reference,
      transactionId: payment.transactionId,
      ...entered,
    });
  } catch {
    return { kind: "cut_off", intentId };
  }
}
