import type { PaymentStatus } from "../contract/statuses";
import type { ReasonOption } from "../reasons/reason";
import type { BalanceView, OutsideRefundsView } from "../refunds/balance-view";
import type { RefundFault } from "../refunds/refund-form-view";
import type { ServiceError } from "../service-error";
import type { RequestRefundView, RequestState } from "./request-state";

/** Refund requests: support asks finance for a refund (decision 0278). Amounts and times as in `PaymentView`. */

export type RequestView = {
  requestId: string;
  state: RequestState;
  transactionId: string;
  reference: string;
  amount: string;
  /** The amount before finance changed it. */
  requestedAmount: string;
  currency: string;
  isTest: boolean;
  reason: string | null;
  note: string | null;
  requestedBy: string;
  requestedAt: string;
  /** The viewer requested it: may withdraw it and answer, never decide. */
  isOwn: boolean;
  decidedBy: string | null;
  decidedAt: string | null;
  refund: RequestRefundView | null;
  /** A refund with which it was accepted before, which counted as not made, and was made after all; `isTwice` when `refund` was made as well. */
  paidLate: { intentId: string; refundId: string | null; isTwice: boolean } | null;
  /** Waits for a decision: not decided, or accepted with a refund that certainly was not made. */
  isUndecided: boolean;
};

export const REQUEST_EVENT_KINDS = [
  "requested",
  "question",
  "answer",
  "amount",
  "accepted",
  "declined",
  "withdrawn",
] as const;
export type RequestEventKind = (typeof REQUEST_EVENT_KINDS)[number];

export type RequestEventView = {
  kind: RequestEventKind;
  at: string;
  by: string;
  text: string | null;
  /** The amount from then on. */
  amount: string;
};

export const REQUEST_TABS = ["open", "decided", "mine"] as const;
export type RequestTab = (typeof REQUEST_TABS)[number];

/** `left`: the payment's remaining balance, and what is not part of it; null when it was not read. */
export type RequestRow = RequestView & { left: string | null; outside: OutsideRefundsView | null };

export type RequestListView = {
  tab: RequestTab;
  requests: RequestRow[];
  /** How many wait for a decision. */
  open: number;
  nextCursor: string | null;
};

export type RequestDetailView = { request: RequestRow; events: RequestEventView[] };

/** What the form of a new request begins with. */
export type RequestFormView =
  | {
      kind: "ready";
      currency: string;
      balance: BalanceView;
      reasons: ReasonOption[];
      /** One of them must be chosen (decision 0277). */
      isReasonRequired: boolean;
      /** A request of the payment that is not decided yet: there can be no second one. */
      open: OpenRequest | null;
    }
  | { kind: "not_refundable"; status: PaymentStatus | null }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" };

export type OpenRequest = { requestId: string; by: string; at: string };

export type CreateRequestInput = {
  /** A UUID created when the form opens: one request, however often it is submitted. */
  requestId: string;
  reference: string;
  transactionId: string;
  amount: string;
  reason: string;
  reasonCode: string | null;
  note: string;
};

/** Counted in code points, also for questions and answers. */
export const MAX_REQUEST_TEXT = 500;

export type RequestTextFault = "missing" | "too_long" | "characters" | "card_number";

export type CreateRequestOutcome =
  | { kind: "requested"; requestId: string }
  | ({ kind: "invalid" } & RefundFault)
  | { kind: "invalid"; field: "note"; fault: Exclude<RequestTextFault, "missing"> }
  | { kind: "already_open"; open: OpenRequest }
  | { kind: "exceeds_balance"; left: string; currency: string }
  | { kind: "not_refundable"; status: PaymentStatus | null }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** How many payments of the list can be requested at once: a page of it. */
export const MAX_REQUESTED_AT_ONCE = 200;

/** A payment of which a refund is requested. */
export type RequestTarget = { reference: string; transactionId: string };

export type RequestRefundsInput = {
  /** A UUID created when the dialog opens: each payment is requested once, however often it is submitted. */
  batchId: string;
  targets: RequestTarget[];
  /** The name of the reason, then a text; empty for none. */
  reason: string;
  reasonCode: string | null;
  note: string;
};

/** What became of one selected payment. */
export type RequestedPayment = RequestTarget &
  (
    | { kind: "requested"; requestId: string; amount: string; currency: string }
    | { kind: "already_open"; open: OpenRequest }
    | { kind: "nothing_left" }
    | { kind: "not_refundable"; status: PaymentStatus | null }
    /** Nothing was requested; submitting the same again tries it again. */
    | { kind: "service_error"; serviceError: ServiceError }
  );

export type RequestRefundsOutcome =
  | { kind: "done"; payments: RequestedPayment[] }
  | ({ kind: "invalid" } & Extract<RefundFault, { field: "reason" | "form" }>)
  | { kind: "invalid"; field: "note"; fault: Exclude<RequestTextFault, "missing"> }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** What the dialog of a selection begins with. */
export type RequestReasonsView =
  | { kind: "ready"; reasons: ReasonOption[]; isReasonRequired: boolean }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

export type RequestReserveOutcome =
  | { kind: "saved" }
  | { kind: "invalid" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** The outcome of a step on a request. */
export type RequestOutcome =
  | { kind: "done" }
  | {
      kind: "invalid";
      field: "text" | "amount" | "form";
      fault: RequestTextFault | "malformed" | "no_decimals" | "incomplete";
    }
  /** More than is left of the payment. */
  | { kind: "exceeds_balance"; left: string; currency: string }
  /** What is left is not known now. Nothing was changed. */
  | { kind: "no_balance" }
  /** Another person was faster. */
  | { kind: "closed"; state: RequestState; by: string | null }
  /** The requester never decides. */
  | { kind: "own" }
  /** Only the requester answers and withdraws. */
  | { kind: "not_own" }
  | { kind: "not_found" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
