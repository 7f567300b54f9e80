import type { PaymentMethod, PaymentStatus, RefundStatus } from "./contract/statuses";

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

/** Why a reference or an id cannot be asked for (D1). */
export type UnaskableFault = "blank" | "too_long" | "separator" | "unstorable";

export type PaymentLookup =
  | { kind: "found"; reference: string; payments: PaymentView[]; checkedAt: string }
  | { kind: "not_found"; reference: string; checkedAt: string }
  /** The reference cannot be asked for: blank, over 255 characters, or holding `|` or NUL (D1). */
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
  /** The service's words when it refused. */
  message: string | null;
  refundId: string | null;
  /** The status last seen, for an accepted one. */
  refundStatus: RefundStatus | null;
  completedAt: string | null;
};

/** What the refund dialog opens with. */
export type RefundFormView =
  | {
      kind: "ready";
      payment: PaymentView;
      balance: BalanceView;
      /** A refund of this payment whose outcome is not known yet; while there is one, no other may begin. */
      blockedBy: RefundIntentView | null;
      checkedAt: string;
    }
  | { kind: "not_refundable"; payment: PaymentView | null }
  | { kind: "trouble"; trouble: ServiceTrouble }
  | { kind: "forbidden" };

export type RequestRefundInput = {
  /** A UUID made when the form was opened: one intent, and one call, however often it is submitted. */
  intentId: string;
  reference: string;
  transactionId: string;
  /** As typed; the grammar of D2. */
  amount: string;
  /** Empty for none. */
  reason: string;
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
  /** Above the approval threshold: reserved, and not sent until a second person has approved it. */
  | { kind: "awaiting_approval"; approvalId: string; expiresAt: string }
  /** Sent, and no usable answer came: never to be sent again by hand. */
  | { kind: "unknown"; intentId: string }
  /** Certainly not sent: safe to try again with a new form. */
  | { kind: "not_sent"; trouble: ServiceTrouble }
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
  /** Set only in a terminal state (section 2.2): the sign to stop polling. */
  completedAt: string | null;
  /** Who asked for it here; null for one made elsewhere. */
  requestedBy: string | null;
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

/** The lists of refunds: those asked for here in four cuts, and those that the service has beside them. */
export const REFUND_VIEWS = ["all", "in_progress", "attention", "failed", "elsewhere"] as const;
export type RefundListTab = (typeof REFUND_VIEWS)[number];

/** The service's status of an accepted one, else what is known of the asking. */
export const REFUND_LIST_STATUSES = [
  "SENDING",
  "UNKNOWN",
  "INITIATED",
  "PROCESSING",
  "SUCCESS",
  "FAILURE",
  "REFUSED",
  "NOT_SENT",
] as const;
export type RefundListStatus = (typeof REFUND_LIST_STATUSES)[number];

export type RefundFilterField = "status" | "from" | "until" | "min" | "max" | "by" | "q";
export type RefundFilterFault = "day" | "amount" | "unknown" | "text" | "order";

/** `isAgeing`: under way for so long that somebody should ask why. */
export type RefundListRow = RefundIntentView & { isAgeing: boolean };

/** The refunds asked for here that match; keyset paged by `nextCursor`. */
export type RefundListView = {
  refunds: RefundListRow[];
  nextCursor: string | null;
  /** Of all that match, not of this page. */
  totals: { currency: string; count: number; amount: string }[];
};

export type RefundsInNeedView = { inProgress: number; unknown: number; ageing: number };

/** Refunds that the service has and that nobody asked for here. */
export type ElsewhereListView =
  | {
      kind: "listed";
      refunds: {
        refundId: string;
        reference: string;
        transactionId: string;
        amount: string;
        status: RefundStatus;
        reason: string | null;
        requestedAt: string;
      }[];
      nextCursor: string | null;
    }
  | { kind: "not_offered" }
  | { kind: "trouble"; trouble: ServiceTrouble };

/** What sending a refund of unknown outcome again has brought. */
export type ResendFinding = "unreachable" | "no_answer" | "busy" | "key_refused";
/** How it was looked for at the service, and what that has brought: `absent` is too early to mean that it never arrived. */
export type LookMeans = "search" | "balance";
export type LookFinding = "unreadable" | "absent" | "unclear" | "several";
/** Why nothing can be tried. */
export type ResolutionObstacle = "no_means" | "other_service";
export type SettlementVerdict = "accepted" | "not_sent";

/** A refund asked for here, with all that is known of what became of it. */
export type RefundRequestView = {
  intent: RefundIntentView;
  sentAt: string | null;
  answeredAt: string | null;
  /** What was tried to find out; null while nothing was. */
  resolution: {
    tries: number;
    resent: { at: string; finding: ResendFinding } | null;
    looked: { at: string; means: LookMeans; finding: LookFinding } | null;
    obstacle: ResolutionObstacle | null;
    nextTryAt: string | null;
  } | null;
  settlement: { verdict: SettlementVerdict; reason: string; by: string; at: string } | null;
  /** The service's clock and ours aside: when this was read. */
  now: string;
};

/** What the service can say just now about a refund of unknown outcome. */
export type UnknownEvidence =
  | {
      kind: "weighed";
      /** Refunds of the payment that may be this one; null where the service lists none. */
      candidates: UnknownCandidate[] | null;
      /** What the service has refunded or is refunding, and how much of it certainly went back by refunds known by their id. */
      balance: { spent: string; known: string; unexplained: string } | null;
    }
  | { kind: "other_service" }
  | { kind: "trouble"; trouble: ServiceTrouble };

export type UnknownCandidate = {
  refundId: string;
  amount: string;
  status: RefundStatus;
  reason: string | null;
  requestedAt: string;
};

export type SettleRefundInput =
  | { verdict: "accepted"; intentId: string; refundId: string; reason: string }
  /** `confirmation` is the amount, typed. */
  | { verdict: "not_sent"; intentId: string; confirmation: string; reason: string };

export type SettleRefundOutcome =
  | { kind: "settled"; verdict: SettlementVerdict; refundId: string | null }
  | {
      kind: "invalid";
      field: "refundId" | "reason" | "confirmation" | "form";
      fault: "empty" | "too_long" | "characters" | "mismatch";
    }
  /** Its outcome is known by now: found by the job, or settled by somebody else. */
  | { kind: "not_open"; intent: RefundIntentView | null }
  /** A try to find out is under way at this moment: settling waits for its end. */
  | { kind: "being_tried" }
  | { kind: "wrong_refund"; fault: "not_found" | "older" | "taken" }
  | { kind: "wrong_refund"; fault: "other_payment" | "other_amount"; told: string }
  /** What the service says speaks against "not sent". */
  | { kind: "contradicted"; by: "search"; refundId: string }
  | { kind: "contradicted"; by: "balance"; unexplained: string }
  | { kind: "other_service" }
  | { kind: "trouble"; trouble: ServiceTrouble }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** A payment in the list; its page has the rest. */
export type PaymentListItem = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  status: PaymentStatus;
  createdAt: string;
  /** What it was paid with, else what the merchant asked for. */
  method: PaymentMethod | null;
  gateway: string | null;
  /** Null when nothing of it was refunded, or is being refunded. */
  refunded: string | null;
  inProgress: string | null;
};

export type PaymentListView =
  | { kind: "listed"; payments: PaymentListItem[]; nextCursor: string | null }
  | { kind: "not_offered" }
  /** The contact that was looked for is no longer kept (decision 0110). */
  | { kind: "expired_search" }
  /** The service does not know the place where the page was to begin. */
  | { kind: "unknown_page" }
  /** The service refused a value, in its own words. */
  | { kind: "refused"; words: string }
  | { kind: "trouble"; trouble: ServiceTrouble };

/** A filter of the payments list that a person keeps; `query` is that of the list's address. */
export type SavedViewView = { viewId: string; name: string; query: string };

export type SavedViewFault = "blank" | "too_long" | "not_a_text" | "taken" | "no_filter";
export type SavedViewOutcome =
  | { kind: "done"; viewId: string }
  | { kind: "invalid"; fault: SavedViewFault }
  | { kind: "too_many"; max: number }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** An e-mail address or a phone number, as typed. */
export type StartCustomerSearchInput = { value: string };
export type StartCustomerSearchOutcome =
  | { kind: "begun"; searchId: string }
  | { kind: "invalid"; fault: "blank" | "too_long" | "not_a_text" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
