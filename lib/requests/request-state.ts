/** The states of a refund request and of its refund, and what the refund form shows of it (decision 0278). */

export const REQUEST_STATES = [
  /** Not decided yet; nothing is reserved. */
  "OPEN",
  /** Finance waits for the requester's answer. */
  "QUESTION",
  /** A refund or its approval request was made; `refund` shows what became of it. */
  "ACCEPTED",
  "DECLINED",
  /** The requester withdrew it. */
  "WITHDRAWN",
] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** What became of the refund of an accepted request. */
export type RequestRefundStatus =
  | "awaiting_approval"
  | "not_approved"
  | "sending"
  | "unknown"
  | "in_progress"
  | "refunded"
  | "failed"
  | "refused"
  | "not_sent"
  /** The three of a manual refund. */
  | "awaiting_confirmation"
  | "returned"
  | "not_returned";

export type RequestRefundView = {
  status: RequestRefundStatus;
  /** The id of its form: of the intent, the approval request or the manual refund. */
  intentId: string;
  /** Null before the service has accepted it. */
  refundId: string | null;
  /** The payment, whose page lists a manual refund. */
  transactionId: string;
};

/** A request that a refund can fulfil. */
export type OpenFormRequest = {
  kind: "open";
  requestId: string;
  amount: string;
  reason: string;
  note: string | null;
  requestedBy: string;
  requestedAt: string;
  /** How many steps its history has. */
  steps: number;
};

/**
 * The request of a payment that waits, which a refund may fulfil: a person says whether it does. `isOwn`: their own they cannot
 * fulfil. `isBeside`: the refund fulfils an older one, and no other.
 */
export type WaitingRequest = OpenFormRequest & { isOwn: boolean; isBeside?: true };

/** Nothing was sent: a person has to say whether the refund fulfils the request or is in addition to it (decision 0278). */
export type WaitingRequestQuestion = { kind: "waiting_request"; request: WaitingRequest; currency: string };

/** The request that a refund form was opened for. */
export type RefundFormRequest = OpenFormRequest | ClosedRequest | { kind: "own" } | { kind: "not_found" };

/** Decided by another person: nothing can be refunded for it by this form. */
export type ClosedRequest = {
  kind: "closed";
  requestId: string;
  state: RequestState;
  by: string | null;
  at: string | null;
  refund: RequestRefundView | null;
};
