import type { RefundStatus } from "../contract/statuses";

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
