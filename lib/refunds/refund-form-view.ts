import type { OpenAlert } from "../contract/payment-alerts";
import type { PaymentStatus } from "../contract/statuses";
import type { DuplicateRefund, LikelyDuplicateRefund } from "../duplicate-refunds";
import type { ContactView } from "../payments/contact-view";
import type { ReasonOption } from "../reasons/reason";
import type {
  ClosedRequest,
  RefundFormRequest,
  WaitingRequest,
  WaitingRequestQuestion,
} from "../requests/request-state";
import type { ServiceError } from "../service-error";
import type { BalanceView } from "./balance-view";
import type { RefundIntentView } from "./refund-intent-view";

/** The data that the refund dialog opens with. */
export type RefundFormView =
  | {
      kind: "ready";
      /** No refund is sent after a restore until an operator releases refunds (decision 0237). */
      isOnHold: boolean;
      currency: string;
      balance: BalanceView;
      /** Whether the money may be gone already; null: not known. */
      alert: OpenAlert | null;
      /** Null when no refund of this person needs approval. */
      approvalLimit: ApprovalLimitView | null;
      /** Null when the person's role refunds any amount (decision 0304). */
      ownLimit: OwnLimitView | null;
      /** The listed reasons that are offered, in order. */
      reasons: ReasonOption[];
      /** One of them must be chosen (decision 0277). */
      isReasonRequired: boolean;
      /** Who paid, masked: who gets the money. Null when the service does not report it. */
      customer: ContactView | null;
      /** A refund of this payment whose outcome is unknown; no other may start until it is known. */
      blockedBy: RefundIntentView | null;
      /** The failed refund that the form begins with; null when it begins empty. */
      again: FailedRefundView | null;
      /** The refund request that the form accepts; null for none. */
      request: RefundFormRequest | null;
      /** The request of the payment that waits, where the form was not opened for one: the refund may fulfil it. */
      waitingRequest: WaitingRequest | null;
      checkedAt: string;
    }
  | { kind: "not_refundable"; status: PaymentStatus | null }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" };

/**
 * A refund that a person wants to repeat. `not_failed`: it is open, succeeded, or was paid after its failure.
 * `refunded_since`: its amount was refunded or requested again after it, as by an earlier use of the same link.
 */
export type FailedRefundView =
  | { kind: "failed"; amount: string; reason: string }
  | { kind: "refunded_since"; amount: string; duplicates: DuplicateRefund[] }
  | { kind: "not_failed" }
  | { kind: "not_found" };

/** The amount above which a refund needs approval. The server decides again when the refund is requested. */
export type ApprovalLimitView = {
  /** Null: every amount needs approval, because the currency has no limit (decision 0120). */
  threshold: string | null;
  /** Refunded on this payment before without approval, and counted towards the limit. */
  counted: string;
};

/** How much the person's role refunds of one payment, and how much of it is left for this one. */
export type OwnLimitView = {
  limit: string;
  left: string;
  /** The person may ask others for the refund. */
  mayRequest: boolean;
};

export type RequestRefundInput = {
  /** A UUID created when the form opens: one intent and one call, however often it is submitted. */
  intentId: string;
  reference: string;
  transactionId: string;
  /** The amount as typed; the grammar of decision 0025. */
  amount: string;
  /** The name of the reason, then a text; empty for none. */
  reason: string;
  /** The listed reason that the text begins with; null for none. */
  reasonCode?: string | null;
  /** The form said that the refund needs approval, so it must not be sent without one (decision 0120). */
  isApprovalExpected: boolean;
  /**
   * The intents of the likely duplicates that were shown, once the user has confirmed that this refund is a separate
   * one; and the waiting refund request that it is in addition to.
   */
  confirmedDuplicates?: string[];
  /** The refund request that it accepts (decision 0278). */
  requestId?: string | null;
  /** How many steps of the request's history the form showed: a later change is not accepted unseen. */
  requestSteps?: number | null;
};

/**
 * What is invalid in a submitted refund; the messages are in the screen. `changed`: the reason was renamed or is not
 * offered any more. `required`: none was chosen, and an admin requires one. `other_values`: its id belongs to another refund.
 */
export type RefundFault =
  | { field: "amount"; fault: "malformed" | "zero" }
  | { field: "amount"; fault: "no_decimals"; currency: string }
  | { field: "reason"; fault: "characters" | "too_long" | "changed" | "needs_text" | "required" }
  | { field: "form"; fault: "incomplete" | "unaskable" | "other_values" };

export type RefundOutcome =
  | { kind: "accepted"; intentId: string; refundId: string }
  /** The service's own message; `left` is the remaining balance, when it reported one. */
  | { kind: "refused"; message: string; left: string | null }
  /** Our own check under a lock, before anything was sent. */
  | { kind: "exceeds_balance"; left: string; currency: string }
  /** More than the person's role refunds of one payment, with what they have refunded of it (decision 0304). */
  | ({ kind: "above_limit"; currency: string } & OwnLimitView)
  | ({ kind: "invalid" } & RefundFault)
  /** Another refund of this payment is of unknown outcome or still being sent. */
  | { kind: "blocked"; blockedBy: RefundIntentView }
  | { kind: "not_refundable"; status: PaymentStatus | null }
  /** Another refund of the payment has or had the same amount: a person has to confirm that this one is separate. */
  | LikelyDuplicateRefund
  | WaitingRequestQuestion
  /** The amount is above the approval threshold: reserved, and not sent until a second person approves it. */
  | { kind: "awaiting_approval"; approvalId: string; expiresAt: string }
  /** The form's request was declined, withdrawn or expired before it was sent: nothing was refunded by it. */
  | { kind: "approval_ended"; approvalId: string }
  /** The form requested approval, and none is needed any more: nothing was sent, and a person decides again. */
  | { kind: "approval_not_needed" }
  /** The refund request that the form would accept is the person's own (decision 0278). Nothing was refunded. */
  | { kind: "own_request" }
  /** Another person decided on it first. Nothing was refunded by this form. */
  | { kind: "request_closed"; request: ClosedRequest }
  /** There is no such request of this payment. Nothing was refunded. */
  | { kind: "request_missing" }
  /** No refund is sent after a restore until an operator releases refunds (decision 0237). */
  | { kind: "on_hold" }
  /** Sent, without a usable response: must never be sent again manually. */
  | { kind: "unknown"; intentId: string }
  /** Certainly not sent: safe to try again with a new form. */
  | { kind: "not_sent"; serviceError: ServiceError }
  /** Withdrawn by the requester before it was received: no submission of this form can make a refund any more. */
  | { kind: "withdrawn" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
