/** What a reconciliation has to tell of one record; a record that agrees with its gateway has no finding. */
export type Finding = {
  record: RecordKind;
  merchantId: number;
  /** The payment's or refund's id; of a reversal, the charge that goes back. */
  id: string;
  problem: Problem;
  outcome: Outcome;
  /** The record as it stands here, and as its gateway has it. */
  here: string;
  there: string;
};

export type RecordKind = "payment" | "refund" | "reversal";

export type Problem =
  /** Open here, and decided at the gateway. */
  | "ended_there"
  /** Money came for a payment that had ended, or a second time: it goes back (decision 0033). */
  | "late_money"
  /** Other money came than was asked for: it goes back (decision 0013). */
  | "other_charge"
  /** Paid here, not there. */
  | "unpaid_there"
  /** Paid in both places, with different sums. */
  | "amounts_differ"
  /** A refund that is SUCCESS here and failed there, or is not done there. */
  | "not_refunded_there"
  /** A refund that is FAILURE here, and was paid or may still be paid there (failure 24). */
  | "refunded_there"
  /** Money that must go back and that the gateway does not send. */
  | "reversal_failed"
  /** Work that has not ended and that no job carries on. */
  | "job_missing"
  | "unknown_there"
  | "no_answer";

/** `would_repair`: what a run that may change something would have done. */
export type Outcome = "repaired" | "would_repair" | "needs_person" | "unanswered";

/** How one record compares. `repair` makes it so by the same locked moves as always; false when others were faster. */
export type Judgement =
  | { kind: "agrees" }
  | { kind: "repairable"; problem: Problem; repair: () => Promise<boolean> }
  /** `note` leaves a word for operators in the record itself. */
  | { kind: "needs_person"; problem: Problem; note?: () => Promise<void> };

export const AGREES: Judgement = { kind: "agrees" };
