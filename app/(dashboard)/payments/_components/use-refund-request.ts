"use client";

import { useCallback, useRef, useState } from "react";
import { requestRefundAction, withdrawRefundAction } from "@/app/(dashboard)/payments/actions";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { RefundOutcome, RequestRefundInput } from "@/lib/refunds/refund-form-view";
import { forgetRefundForm } from "./use-refund-from-url";
import { useWithdrawalOnLeaving } from "./use-withdrawal-on-leaving";

export type PendingRequest = "submission" | "withdrawal";

/**
 * The browser lost the connection to Paydeck during the request, and maybe during its withdrawal too: whether the
 * request arrived is looked up by its intent.
 */
export type CutOff = {
  kind: "cut_off";
  intentId: string;
  lost: PendingRequest;
  /**
   * Paydeck responds again but refuses the user who is signed in now: the outcome of the first request is still
   * unknown.
   */
  isTurnedAway: boolean;
};

export type RefundRequestOutcome = RefundOutcome | CutOff;

/** Nothing was refunded, for certain: the form stays, to be corrected or sent again. */
export type CorrectableOutcome = Extract<
  RefundRequestOutcome,
  {
    kind:
      | "refused"
      | "exceeds_balance"
      | "above_limit"
      | "likely_duplicate"
      | "waiting_request"
      | "approval_not_needed"
      | "invalid"
      | "not_sent";
  }
>;

export function leavesFormOpen(outcome: RefundRequestOutcome): outcome is CorrectableOutcome {
  return (
    outcome.kind === "refused" ||
    outcome.kind === "exceeds_balance" ||
    outcome.kind === "above_limit" ||
    outcome.kind === "likely_duplicate" ||
    outcome.kind === "waiting_request" ||
    outcome.kind === "approval_not_needed" ||
    outcome.kind === "invalid" ||
    outcome.kind === "not_sent"
  );
}

const ACTIONS = { submission: requestRefundAction, withdrawal: withdrawRefundAction };

const WITHDRAWAL_LIMIT_MS = 15_000;

/**
 * A request that may be on its way must be sent again or withdrawn before the dialog closes, if Paydeck is reachable.
 */
export function mustDecideFirst({ lost, isTurnedAway }: CutOff): boolean {
  return lost === "submission" && !isTurnedAway;
}

/**
 * `confirmedDuplicates`: the intents that were shown when the user confirmed that this refund is a separate one.
 * `isApprovalExpected`: the button read "Request approval".
 */
export type Entered = {
  amount: string;
  reason: string;
  reasonCode: string | null;
  confirmedDuplicates: string[];
  isApprovalExpected: boolean;
  /** The refund request that it accepts. */
  requestId?: string;
  /** How much was shown of its history, or of that of the request that it is in addition to. */
  requestSteps?: number;
};

/**
 * Requests one refund. The intent id is created when the dialog opens and sent with every submission, so repeated
 * clicks make one intent and one call (failure 1). The form gets a new id only when certainly nothing was refunded,
 * never after an unknown outcome.
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
  const [pending, setPending] = useState<PendingRequest | null>(null);
  const [isTooLate, setIsTooLate] = useState(false);
  const isPending = useRef(false);
  const inputOf = (wanted: Entered): RequestRefundInput => {
    const { reference, transactionId } = payment;
    return { intentId, reference, transactionId, ...wanted };
  };
  useWithdrawalOnLeaving(outcome?.kind === "cut_off" && entered !== null ? inputOf(entered) : null);

  const ask = async (action: PendingRequest, wanted: Entered): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setPending(action);
    onSending(true);
    const answered = await answerTo(action, inputOf(wanted), outcome);
    isPending.current = false;
    setPending(null);
    onSending(false);
    setOutcome(answered);
    if (isReceived(answered)) forgetRefundForm();
    setIsTooLate(action === "withdrawal" && isReceived(answered));
    if (!leavesFormOpen(answered)) return;
    setIntentId(crypto.randomUUID());
    // A service that could not be reached has no newer balance, so the form is not reloaded.
    if (answered.kind !== "not_sent") onNothingRefunded();
  };

  const submit = (wanted: Entered): Promise<void> => {
    setEntered(wanted);
    return ask("submission", wanted);
  };

  /**
   * Sends the same request under the same id: if the first one arrived, its outcome is returned and nothing is
   * repeated.
   */
  const sendAgain = (): void => {
    if (entered !== null) void ask("submission", entered);
  };

  /** Uses up the id: a submission that is still on its way has no effect when it arrives. */
  const withdraw = (): void => {
    if (entered !== null) void ask("withdrawal", entered);
  };

  /** The request has arrived; from now on it is polled like any other with an unknown outcome. */
  const markReceived = useCallback(
    () => setOutcome((now) => (now?.kind === "cut_off" ? { kind: "unknown", intentId: now.intentId } : now)),
    [],
  );

  /** The obstacle is gone, and nothing had been sent. */
  const startOver = (): void => {
    setOutcome(null);
    setIntentId(crypto.randomUUID());
    onNothingRefunded();
  };

  return { outcome, entered, pending, isTooLate, submit, sendAgain, withdraw, markReceived, startOver };
}

async function answerTo(
  action: PendingRequest,
  input: RequestRefundInput,
  before: RefundRequestOutcome | null,
): Promise<RefundRequestOutcome> {
  const lost = { kind: "cut_off", intentId: input.intentId, lost: action } as const;
  const answered = await answeredInTime(action, input);
  if (answered === null) return { ...lost, isTurnedAway: false };
  const isTurnedAway =
    answered.kind === "forbidden" || answered.kind === "signed_out" || answered.kind === "invalid";
  // These say that this request sent nothing. They say nothing about an earlier one that was lost.
  return before?.kind === "cut_off" && isTurnedAway ? { ...lost, isTurnedAway } : answered;
}

/** Null when Paydeck could not be reached. A submission has no timeout but the browser's; a withdrawal has one. */
function answeredInTime(action: PendingRequest, input: RequestRefundInput): Promise<RefundOutcome | null> {
  const response = ACTIONS[action](input).catch(() => null);
  if (action === "submission") return response;
  const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), WITHDRAWAL_LIMIT_MS));
  return Promise.race([response, tooLong]);
}

function isReceived({ kind }: RefundRequestOutcome): boolean {
  return kind === "accepted" || kind === "unknown" || kind === "awaiting_approval";
}
