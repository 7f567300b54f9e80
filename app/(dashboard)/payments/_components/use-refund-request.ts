"use client";

import { useCallback, useRef, useState } from "react";
import { requestRefundAction, withdrawRefundAction } from "@/app/(dashboard)/payments/actions";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { RefundOutcome, RequestRefundInput } from "@/lib/refunds/refund-form-view";
import { useWithdrawalOnLeaving } from "./use-withdrawal-on-leaving";

export type PendingRequest = "submission" | "withdrawal";

/**
 * The browser lost Paydeck itself while asking, and maybe while withdrawing what it asked as well: whether the request
 * arrived is looked up by its intent.
 */
export type CutOff = {
  kind: "cut_off";
  intentId: string;
  lost: PendingRequest;
  /** Paydeck answers again, but not to whoever is signed in now: what became of the first request is as unknown as before. */
  isTurnedAway: boolean;
};

export type RefundRequestOutcome = RefundOutcome | CutOff;

/** Certain answers that nothing was refunded: the form stays, to be corrected or sent anew. */
export type CorrectableOutcome = Extract<
  RefundRequestOutcome,
  { kind: "refused" | "exceeds_balance" | "likely_duplicate" | "invalid" | "not_sent" }
>;

export function leavesFormOpen(outcome: RefundRequestOutcome): outcome is CorrectableOutcome {
  return (
    outcome.kind === "refused" ||
    outcome.kind === "exceeds_balance" ||
    outcome.kind === "likely_duplicate" ||
    outcome.kind === "invalid" ||
    outcome.kind === "not_sent"
  );
}

const ACTIONS = { submission: requestRefundAction, withdrawal: withdrawRefundAction };

const WITHDRAWAL_LIMIT_MS = 15_000;

/** What may be on its way is sent again or withdrawn before the dialog is left, where Paydeck can be reached. */
export function mustDecideFirst({ lost, isTurnedAway }: CutOff): boolean {
  return lost === "submission" && !isTurnedAway;
}

/** `confirmedDuplicates`: the intents that were shown to the person who says that this refund is a separate one. */
export type Entered = { amount: string; reason: string; confirmedDuplicates: string[] };

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
  const [underWay, setUnderWay] = useState<PendingRequest | null>(null);
  const [isTooLate, setIsTooLate] = useState(false);
  const isUnderWay = useRef(false);
  const inputOf = (wanted: Entered): RequestRefundInput => {
    const { reference, transactionId } = payment;
    return { intentId, reference, transactionId, ...wanted };
  };
  useWithdrawalOnLeaving(outcome?.kind === "cut_off" && entered !== null ? inputOf(entered) : null);

  const ask = async (deed: PendingRequest, wanted: Entered): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setUnderWay(deed);
    onSending(true);
    const answered = await answerTo(deed, inputOf(wanted), outcome);
    isUnderWay.current = false;
    setUnderWay(null);
    onSending(false);
    setOutcome(answered);
    setIsTooLate(deed === "withdrawal" && isReceived(answered));
    if (!leavesFormOpen(answered)) return;
    setIntentId(crypto.randomUUID());
    // A service that could not be reached has no newer balance; the form stands as it is.
    if (answered.kind !== "not_sent") onNothingRefunded();
  };

  const submit = (wanted: Entered): Promise<void> => {
    setEntered(wanted);
    return ask("submission", wanted);
  };

  /** The very same request under the same id: if it did arrive the first time, it is answered, not repeated. */
  const sendAgain = (): void => {
    if (entered !== null) void ask("submission", entered);
  };

  /** Its id is used up by this: a submission that is still on its way is not carried out when it arrives. */
  const withdraw = (): void => {
    if (entered !== null) void ask("withdrawal", entered);
  };

  /** It did arrive, and is one of unknown outcome like any other until it is known. */
  const markReceived = useCallback(
    () => setOutcome((now) => (now?.kind === "cut_off" ? { kind: "unknown", intentId: now.intentId } : now)),
    [],
  );

  /** What stood in the way is gone, and nothing had been sent. */
  const startOver = (): void => {
    setOutcome(null);
    setIntentId(crypto.randomUUID());
    onNothingRefunded();
  };

  return { outcome, entered, underWay, isTooLate, submit, sendAgain, withdraw, markReceived, startOver };
}

async function answerTo(
  deed: PendingRequest,
  input: RequestRefundInput,
  before: RefundRequestOutcome | null,
): Promise<RefundRequestOutcome> {
  const lost = { kind: "cut_off", intentId: input.intentId, lost: deed } as const;
  const answered = await answeredInTime(deed, input);
  if (answered === null) return { ...lost, isTurnedAway: false };
  const isTurnedAway =
    answered.kind === "forbidden" || answered.kind === "signed_out" || answered.kind === "invalid";
  // These say that nothing was sent now. Of what was sent before, and lost, they say nothing.
  return before?.kind === "cut_off" && isTurnedAway ? { ...lost, isTurnedAway } : answered;
}

/** Null when Paydeck could not be reached. A refund is waited for as long as the browser does; leaving is not. */
function answeredInTime(deed: PendingRequest, input: RequestRefundInput): Promise<RefundOutcome | null> {
  const answer = ACTIONS[deed](input).catch(() => null);
  if (deed === "submission") return answer;
  const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), WITHDRAWAL_LIMIT_MS));
  return Promise.race([answer, tooLong]);
}

function isReceived({ kind }: RefundRequestOutcome): boolean {
  return kind === "accepted" || kind === "unknown" || kind === "awaiting_approval";
}
