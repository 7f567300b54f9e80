import type { ContactView } from "./payments/contact-view";
import type { PaymentStatus, RefundStatus } from "./contract/statuses";
import type { LikelyDuplicateRefund } from "./duplicate-refunds";

/**
 * What the dashboard's server hands to its screens. Amounts are the wire's texts ("1499.00"), times are
 * ISO 8601 in UTC; both are formatted where they are shown.
 */

export type PaymentView = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  status: PaymentStatus;
  createdAt: string;
  gatewayTransactionId: string | null;
  udf: { udf1: string | null; udf2: string | null; udf3: string | null };
  /** The newest record of its reference: the only one that can be cancelled. */
  isLatest: boolean;
  /** No money is moved for it: the service's simulator took it. */
  isTest: boolean;
};

/** Why the service gave no usable answer. None of them says anything about the money. */
export type ServiceTrouble =
  /** It could not be reached, took too long, or answered with something that is not its language (failure 7). */
  | { kind: "unavailable" }
  /** 401: the dashboard's key or salt is wrong or has been revoked. */
  | { kind: "key_refused" }
  /** 429: too many calls; worth another look after the time told. */
  | { kind: "busy"; retryAfterSeconds: number };

/** Why nothing newer is known of a refund that was seen before. */
export type RefundTrouble = ServiceTrouble | { kind: "not_found" };

/** Why a reference or an id cannot be asked for (decision 0024). */
export type UnaskableFault = "blank" | "too_long" | "separator" | "unstorable";

export type PaymentLookup =
  | { kind: "found"; reference: string; payments: PaymentView[]; checkedAt: string }
  | { kind: "not_found"; reference: string; checkedAt: string }
  /** The reference cannot be asked for: blank, over 255 characters, or holding `|` or NUL (decision 0024). */
  | { kind: "invalid"; reference: string; fault: UnaskableFault }
  | { kind: "trouble"; reference: string; trouble: ServiceTrouble; checkedAt: string };

/** paid = refunded + in progress + left. In progress counts what is reserved by an unknown outcome. */
export type BalanceView = {
  paid: string;
  refunded: string;
  inProgress: string;
  left: string;
  /** How much of what is in progress is of unknown outcome, and may be counted twice: the service may count it already. */
  mayCountTwice: string | null;
  /** `service`: counts refunds made anywhere. `ledger`: only those made here, the service lists none. */
  source: "service" | "ledger";
};

/** A refund asked for here, by the state of our knowledge of it. */
export const REFUND_INTENT_STATES = [
  /** Written down; the call has not begun. */
  "RECORDED",
  /** The call is under way. */
  "SENDING",
  /** The service took it and gave it a refund id. */
  "ACCEPTED",
  /** The service said no; nothing was refunded. */
  "REFUSED",
  /** The call never left; nothing was refunded. */
  "NOT_SENT",
  /** Nobody knows yet; the amount stays reserved. */
  "UNKNOWN",
] as const;
export type RefundIntentState = (typeof REFUND_INTENT_STATES)[number];

export type RefundIntentView = {
  intentId: string;
  state: RefundIntentState;
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  reason: string | null;
  requestedBy: string;
  requestedAt: string;
  /** Of a test payment: no money is moved. */
  isTest: boolean;
  /** The service's words when it refused. */
  message: string | null;
  refundId: string | null;
  /** The status last seen, for an accepted one. */
  refundStatus: RefundStatus | null;
  completedAt: string | null;
  /** A FAILURE that the gateway paid after all: its amount counts as refunded (decision 0213). */
  wasPaidLate: boolean;
};

/** What the refund dialog opens with. */
export type RefundFormView =
  | {
      kind: "ready";
      currency: string;
      balance: BalanceView;
      /** Who paid, masked: where the money goes. Null when the service does not tell. */
      customer: ContactView | null;
      /** A refund of this payment whose outcome is not known yet; while there is one, no other may begin. */
      blockedBy: RefundIntentView | null;
      checkedAt: string;
    }
  | { kind: "not_refundable"; status: PaymentStatus | null }
  | { kind: "trouble"; trouble: ServiceTrouble }
  | { kind: "forbidden" };

export type RequestRefundInput = {
  /** A UUID made when the form was opened: one intent, and one call, however often it is submitted. */
  intentId: string;
  reference: string;
  transactionId: string;
  /** As typed; the grammar of decision 0025. */
  amount: string;
  /** Empty for none. */
  reason: string;
  /** The intents of the likely duplicates that were shown, once a person has said that this refund is a separate one. */
  confirmedDuplicates?: string[];
};

/** In code points. */
export const MAX_REFUND_REASON = 500;

/** What is wrong with a refund as it was sent; the screen has the words. `other_values`: its id stands for another refund. */
export type RefundFault =
  | { field: "amount"; fault: "malformed" | "zero" }
  | { field: "reason"; fault: "characters" | "too_long" }
  | { field: "form"; fault: "incomplete" | "unaskable" | "other_values" };

export type RefundOutcome =
  | { kind: "accepted"; intentId: string; refundId: string }
  /** The service's own words; `left` when it told the remaining balance. */
  | { kind: "refused"; message: string; left: string | null }
  /** Our own check, made under a lock, before anything was sent. */
  | { kind: "exceeds_balance"; left: string; currency: string }
  | ({ kind: "invalid" } & RefundFault)
  /** Another refund of this payment is of unknown outcome or still being sent. */
  | { kind: "blocked"; blockedBy: RefundIntentView }
  | { kind: "not_refundable"; status: PaymentStatus | null }
  /** The same amount of the payment is, or was, refunded elsewhere: a person has to confirm that this refund is a separate one. */
  | LikelyDuplicateRefund
  /** Above the approval threshold: reserved, and not sent until a second person has approved it. */
  | { kind: "awaiting_approval"; approvalId: string; expiresAt: string }
  /** Sent, and no usable answer came: never to be sent again by hand. */
  | { kind: "unknown"; intentId: string }
  /** Certainly not sent: safe to try again with a new form. */
  | { kind: "not_sent"; trouble: ServiceTrouble }
  /** Given up by whoever asked, before it was received: no submission of the form makes a refund any more. */
  | { kind: "withdrawn" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type CancelPaymentInput = { reference: string; transactionId: string };

export type CancelOutcome =
  | { kind: "cancelled" }
  /** The race was lost, or it was over before: what the record is now, and since when the answer holds. */
  | { kind: "already_processed"; payment: PaymentView; checkedAt: string }
  /** A newer record exists for the reference; cancelling would have hit that one. */
  | { kind: "not_latest"; latestTransactionId: string }
  | { kind: "not_found" }
  | { kind: "refused"; message: string }
  /** Sent, no usable answer, and the status could not be read afterwards either. */
  | { kind: "unknown" }
  | { kind: "not_sent"; trouble: ServiceTrouble }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** One refund, live. */
export type RefundView = {
  refundId: string;
  transactionId: string;
  reference: string;
  amount: string;
  /** Null when the payment it belongs to could not be read: the currency is never guessed. */
  currency: string | null;
  status: RefundStatus;
  gatewayRefundId: string | null;
  reason: string | null;
  requestedAt: string;
  /** Set only in a terminal state (specification 2.2): the sign to stop polling. */
  completedAt: string | null;
  /** Who asked for it here; null for one made elsewhere. */
  requestedBy: string | null;
  /** Of a test payment: no money is moved. */
  isTest: boolean;
  /** A FAILURE that the gateway paid after all (decision 0213). Known for refunds made here only. */
  wasPaidLate: boolean;
};

export type RefundLookup =
  | {
      kind: "found";
      refund: RefundView;
      /** When the service last told this. */
      checkedAt: string;
      /** When the server asks again by itself: not before this view's own time when it is asking now; null once it has ended. */
      nextCheckAt: string | null;
      /** Why the last look brought nothing newer. */
      trouble: RefundTrouble | null;
      /** The server's time of day, by which the others are read. */
      now: string;
    }
  | { kind: "not_found"; refundId: string; checkedAt: string }
  /** The last status seen stays on the screen while the service is away. */
  | { kind: "trouble"; refundId: string; trouble: ServiceTrouble; checkedAt: string };
