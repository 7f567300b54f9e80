import type { PaymentStatus } from "../contract/statuses";
import type { RequestState } from "../requests/request-state";
import type { BulkColumn } from "./kinds";
import type { BulkRunName } from "./run-name";

/** Why a whole file cannot be read. */
export type BulkFileFault =
  | { kind: "empty" }
  | { kind: "too_large"; maxBytes: number }
  | { kind: "too_many_rows"; max: number }
  /** No text. */
  | { kind: "encoding" }
  /** The file is one of Excel or another program, and not CSV. */
  | { kind: "workbook" };

/** What is wrong with a row, or what happened to it. Messages of the service are separate, in `message`. */
export type BulkFault =
  | { kind: "empty"; column: BulkColumn }
  | { kind: "too_long"; column: BulkColumn; max: number }
  | { kind: "bad_character"; column: BulkColumn }
  /** `valid`: the reasons that could be given. */
  | { kind: "unknown_reason"; valid: { code: string; name: string }[] }
  | { kind: "reason_needs_text"; code: string }
  /** None is given, and an admin requires one. `valid`: the reasons that could be given. */
  | { kind: "reason_missing"; valid: { code: string; name: string }[] }
  /** `currency`: the payment's, which has no decimals, while the amount has. */
  | { kind: "bad_amount"; currency?: string }
  | { kind: "zero_amount" }
  /** The amount has two readings in the payment's currency: 1,500 can be 1500 or 1.5. */
  | { kind: "two_readings"; currency: string }
  /** The sign in front of the amount is not that of the payment's `currency`. */
  | { kind: "other_currency"; currency: string }
  | { kind: "too_many_cells"; expected: number; found: number }
  /** A comma of the amount divides it into two cells. */
  | { kind: "divided_amount" }
  /** A quotation mark is stray, or not closed. */
  | { kind: "quotes" }
  | { kind: "same_as_line"; line: number }
  /** `isShortened`: a spreadsheet wrote the number with an exponent. `suggested`: the reference that the search would find. */
  | { kind: "not_found"; isShortened?: true; suggested?: string }
  | { kind: "other_reference" }
  | { kind: "several_paid" }
  | { kind: "not_latest" }
  /** A cancel was sent; the reference has a newer payment, and the service cancels the newest. */
  | { kind: "newer_may_be_cancelled" }
  | { kind: "status"; status: PaymentStatus }
  /** `left` is the payment's remaining balance. */
  | { kind: "exceeds"; left: string; currency: string }
  /** `left` is what the rows above leave of the remaining balance. */
  | { kind: "exceeds_above"; left: string; currency: string }
  /** It would fit, but something else reserves `reserved`. */
  | ({ kind: "reserved"; left: string; reserved: string; currency: string } & BulkReserver & NamedRun)
  /**
   * More than the role of a person, `by`, refunds of one payment (decision 0304): before the start whoever would start it,
   * then the person it runs for.
   */
  | { kind: "above_limit"; left: string; currency: string; by: string }
  | { kind: "refund_open" }
  | { kind: "already_cancelled" }
  | { kind: "stopped" }
  | { kind: "needs_approval" }
  /** The refund request that the row was to fulfil is that of the person who sends it. */
  | { kind: "own_request" }
  /** A second person approved it on its own, and certainly nothing was sent. */
  | { kind: "approved_not_sent" }
  | { kind: "conflict" }
  | LikelyDuplicate;

/** What the other run is called: in views alone, not in the database. */
type NamedRun = { run?: BulkRunName };

/** What reserves an amount of a payment: a bulk run, a refund that waits for approval, or a refund request (0278). */
export type BulkReserver =
  | { runId: string; approvalId: null; requestId?: null }
  | { runId: null; approvalId: string; requestId?: null }
  | { runId: null; approvalId: null; requestId: string };

/** Why a row is a likely duplicate: the same amount of the same payment is, or was, refunded elsewhere. */
export type LikelyDuplicate =
  /** A row above, with another reason. */
  | { kind: "same_payment_as_line"; line: number }
  /** A row of a run that was started. */
  | ({ kind: "in_other_run"; runId: string; rowId: string; by: string; at: string } & NamedRun)
  /** A refund that was not made by a bulk run, or was paid late; `refundId` is null while its outcome is unknown. */
  | {
      kind: "refunded_before";
      intentId: string;
      refundId: string | null;
      by: string;
      at: string;
      /** It failed and was paid late: how much, which may be another amount. Null: it was not. */
      paidLate: { amount: string; currency: string } | null;
    }
  /** A single refund that is waiting for approval. */
  | { kind: "request_waits"; approvalId: string; by: string; at: string }
  /** Recorded as returned without a gateway (decision 0289). */
  | { kind: "returned_manually"; manualRefundId: string; by: string; at: string }
  /** A refund request of the payment, of any amount, that waits: the row fulfils it or is in addition to it (decision 0278). */
  | {
      kind: "refund_requested";
      requestId: string;
      /** How many steps its history had. */
      steps: number;
      by: string;
      /** Not of a row that was to be sent. */
      byId?: string;
      at: string;
      amount: string;
      currency: string;
      /** The line of this file that fulfils it: no other row can. */
      fulfilledByLine?: number;
      /**
       * What the request leaves of the balance, where that is too little for the row: it can only fulfil the request, or follow
       * the line that does.
       */
      leftBeside?: string;
    }
  /** The request that the row was to fulfil has been decided; `by` and `at` of that. A question or another amount: not here. */
  | { kind: "request_closed"; requestId: string; state: RequestState; by: string | null; at: string | null };

export const LIKELY_DUPLICATE_KINDS: readonly BulkFault["kind"][] = [
  "same_payment_as_line",
  "in_other_run",
  "refunded_before",
  "request_waits",
  "returned_manually",
  "refund_requested",
  "request_closed",
] satisfies LikelyDuplicate["kind"][];

export function isLikelyDuplicate(fault: BulkFault): fault is LikelyDuplicate {
  return LIKELY_DUPLICATE_KINDS.includes(fault.kind);
}

/** Comparable texts that identify the likely duplicates of a row, without their display data. */
export function duplicateSubjects(faults: readonly BulkFault[]): string[] {
  return faults.filter(isLikelyDuplicate).map((fault) => {
    switch (fault.kind) {
      case "same_payment_as_line":
        return `${fault.kind} ${fault.line}`;
      case "in_other_run":
        return `${fault.kind} ${fault.rowId ?? fault.runId}`;
      case "refunded_before":
        return `${fault.kind} ${fault.intentId}`;
      case "request_waits":
        return `${fault.kind} ${fault.approvalId}`;
      case "returned_manually":
        return `${fault.kind} ${fault.manualRefundId}`;
      case "refund_requested":
        return `${fault.kind} ${fault.requestId} ${fault.steps}`;
      case "request_closed":
        return `${fault.kind} ${fault.requestId} ${fault.state}`;
    }
  });
}
