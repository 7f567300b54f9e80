/** The states of a refund request and of its refund, and what the refund form shows of it (decision 0278). */

export const REQUEST_STATES = [
  /** Not decided yet; nothing is reserved. */
  "OPEN",
  /** Finance waits for the requester's answer. */
  "QUESTION",
  /** A refund or its approval request was made; `refund` shows what became of it. */
  "ACCEPTED",
  "DECLINED",
  /** By its requester. */
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
  | "not_sent";

export type RequestRefundView = {
  status: RequestRefundStatus;
  intentId: string;
  /** Null before the service has accepted it. */
  refundId: string | null;
};

/** The request that a refund form was opened for. */
export type RefundFormRequest =
  | {
      kind: "open";
      requestId: string;
      amount: string;
      reason: string;
      note: string | null;
      requestedBy: string;
      requestedAt: string;
      /** How many steps its history has. */
      steps: number;
    }
  | ClosedRequest
  | { kind: "own" }
  | { kind: "not_found" };

/** Decided by another person: nothing can be refunded for it by this form. */
export type ClosedRequest = {
  kind: "closed";
  requestId: string;
  state: RequestState;
  by: string | null;
  at: string | null;
  refund: RequestRefundView | null;
};
