/** The result of reconciling one record that disagrees with its gateway. */
export type Finding = {
  record: RecordKind;
  merchantId: number;
  /** The id of the payment or refund; for a reversal, the id of its charge. */
  id: string;
  problem: Problem;
  outcome: Outcome;
  /** The record as stored here (`here`) and at its gateway (`there`). */
  here: string;
  there: string;
};

export type RecordKind = "payment" | "refund" | "reversal";

export type Problem =
  /** Not final here, but final at the gateway. */
  | "ended_there"
  /** A late payment or a second charge: it is reversed (decision 0033). */
  | "late_money"
  /** A charge of another amount or currency: it is reversed (decision 0013). */
  | "other_charge"
  /** Paid here, but not at the gateway. */
  | "unpaid_there"
  /** Paid here and at the gateway, with different amounts. */
  | "amounts_differ"
  /** A refund that is SUCCESS here, but failed or is not final at the gateway. */
  | "not_refunded_there"
  /** A refund that is FAILURE here, but was paid or may still be paid at the gateway (failure 24). */
  | "refunded_there"
  /** A reversal that the gateway does not carry out. */
  | "reversal_failed"
  /** Unfinished work that has no job. */
  | "job_missing"
  | "unknown_there"
  | "no_answer";

/** `would_repair`: what a dry run would have repaired. */
export type Outcome = "repaired" | "would_repair" | "needs_person" | "unanswered";

/**
 * The result of one comparison. `repair` applies the gateway's status under the usual locks; false when a concurrent
 * change was first.
 */
export type Evaluation =
  | { kind: "agrees" }
  | { kind: "repairable"; problem: Problem; repair: () => Promise<boolean> }
  /** `note` records a message for operators on the record itself. */
  | { kind: "needs_person"; problem: Problem; note?: () => Promise<void> };

export const AGREES: Evaluation = { kind: "agrees" };
