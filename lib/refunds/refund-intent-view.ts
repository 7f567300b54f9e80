import type { RefundStatus } from "../contract/statuses";
import type { RefundFailureView } from "./refund-failure";

/** The state of a refund made in the dashboard, as far as it is known. */
export const REFUND_INTENT_STATES = [
  /** Stored; the call has not begun. */
  "RECORDED",
  /** The call is in progress. */
  "SENDING",
  /** The service accepted it and gave it a refund id. */
  "ACCEPTED",
  /** The service refused; nothing was refunded. */
  "REFUSED",
  /** The call was never sent; nothing was refunded. */
  "NOT_SENT",
  /** Not known yet; the amount stays reserved. */
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
  /** Belongs to a test payment: no money moves. */
  isTest: boolean;
  /** The service's message when it refused. */
  message: string | null;
  refundId: string | null;
  /** The last status seen, for an accepted one. */
  refundStatus: RefundStatus | null;
  completedAt: string | null;
  /** A FAILURE that the gateway paid afterwards: its amount counts as refunded (decision 0213). */
  wasPaidLate: boolean;
  /** Why a FAILURE failed; null also where the service gives none. */
  failure: RefundFailureView | null;
};
