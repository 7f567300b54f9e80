import type { LikelyDuplicateRefund } from "../duplicate-refunds";
import type { ServiceError } from "../service-error";
import type { PaymentStatus } from "../contract/statuses";
import type { ClosedRequest, WaitingRequestQuestion } from "../requests/request-state";
import type { OwnLimitView } from "../refunds/refund-form-view";

/** How the money was returned without a payment gateway. */
export const MANUAL_REFUND_METHODS = ["bank_transfer", "upi", "cash", "cheque", "other"] as const;
export type ManualRefundMethod = (typeof MANUAL_REFUND_METHODS)[number];

/**
 * WAITING: recorded, for a second person to confirm. CONFIRMED, DECLINED and WITHDRAWN end that. VOIDING: it was confirmed, and
 * somebody says that it is not true; its amount stays reserved. VOIDED: a second person agreed.
 */
export const MANUAL_REFUND_STATES = [
  "WAITING",
  "CONFIRMED",
  "VOIDING",
  "DECLINED",
  "WITHDRAWN",
  "VOIDED",
] as const;
export type ManualRefundState = (typeof MANUAL_REFUND_STATES)[number];
/** VOIDING is stored as CONFIRMED with a proposal. */
export type StoredManualRefundState = Exclude<ManualRefundState, "VOIDING">;

export const MAX_TRANSFER_REFERENCE = 100;
export const MAX_MANUAL_REFUND_TEXT = 500;

export type ManualRefundView = {
  manualRefundId: string;
  state: ManualRefundState;
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  isTest: boolean;
  method: ManualRefundMethod;
  /** The day on which the money was returned, `YYYY-MM-DD`. */
  paidOn: string;
  transferReference: string;
  /** The name of the listed reason, as it was when it was recorded; null for none. */
  reason: string | null;
  note: string | null;
  recordedBy: string;
  recordedAt: string;
  /** Recorded by the viewer, who cannot confirm it. */
  isOwn: boolean;
  /** Who confirmed, declined or withdrew it; null while it waits. */
  decided: { by: string; at: string; reason: string | null } | null;
  /** Who proposed to void it, and why; null: nobody. */
  voidProposed: { by: string; at: string; reason: string; isOwn: boolean } | null;
  voided: { by: string; at: string; reason: string } | null;
};

export type RecordManualRefundInput = {
  /** A UUID created when the form opens: one record however often it is submitted. */
  manualRefundId: string;
  reference: string;
  transactionId: string;
  /** The amount as typed. */
  amount: string;
  method: string;
  paidOn: string;
  transferReference: string;
  /** The code of a listed reason; empty for none. */
  reasonCode?: string;
  note: string;
  /** What was shown when the person confirmed that this one is separate, as for a refund. */
  confirmedDuplicates?: string[];
  /** The refund request that it fulfils, and how many steps of its history the form showed (decision 0278). */
  requestId?: string | null;
  requestSteps?: number | null;
};

export type ManualRefundTextFault = "missing" | "too_long" | "characters" | "card_number";

export type RecordManualRefundOutcome =
  | { kind: "recorded"; manualRefundId: string }
  | {
      kind: "invalid";
      field: "amount";
      fault: "blank" | "not_an_amount" | "not_positive" | "no_decimals" | "too_large";
    }
  | { kind: "invalid"; field: "method"; fault: "missing" }
  | { kind: "invalid"; field: "paidOn"; fault: "missing" | "future" | "too_old" }
  /** `changed`: it is not offered any more. */
  | { kind: "invalid"; field: "reason"; fault: "required" | "changed" }
  | { kind: "invalid"; field: "transferReference" | "note"; fault: ManualRefundTextFault }
  | { kind: "invalid"; field: "form"; fault: "incomplete" | "other_values" }
  | { kind: "exceeds_balance"; left: string; currency: string }
  /** More than the role of the person refunds of one payment (decision 0304). */
  | ({ kind: "above_limit"; currency: string } & OwnLimitView)
  /** A refund of this payment has no known outcome yet. */
  | { kind: "blocked" }
  | LikelyDuplicateRefund
  | WaitingRequestQuestion
  /** The request that it would fulfil is the person's own, was decided meanwhile, or is of another payment. */
  | { kind: "own_request" | "request_missing" }
  | { kind: "request_closed"; request: ClosedRequest }
  | { kind: "not_refundable"; status: PaymentStatus | null }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type ManualRefundStep = "confirm" | "decline" | "withdraw" | "propose_void" | "void" | "keep";

export type ManualRefundStepOutcome =
  | { kind: "done" }
  | { kind: "invalid"; fault: ManualRefundTextFault | "incomplete" }
  /** Changed by somebody meanwhile: what it is now. */
  | { kind: "changed"; state: ManualRefundState; by: string | null }
  /** The person who recorded it does not confirm it, who proposed to void it does not agree; only the recorder withdraws it. */
  | { kind: "own" }
  | { kind: "not_own" }
  /** More than the role of the person may confirm; it still waits. */
  | { kind: "above_limit"; limit: string; currency: string }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export const MANUAL_REFUND_TABS = ["waiting", "all"] as const;
export type ManualRefundTab = (typeof MANUAL_REFUND_TABS)[number];

/** The tab of an address; those that wait, unless it names another. */
export function readManualRefundTab(given: unknown): ManualRefundTab {
  return MANUAL_REFUND_TABS.find((tab) => tab === given) ?? "waiting";
}

export type ManualRefundListView = {
  tab: ManualRefundTab;
  refunds: ManualRefundView[];
  nextCursor: string | null;
};
