import type { RefundStatus } from "../contract/statuses";
import type { RefundFailureView } from "./refund-failure";
import type { ServiceError } from "../service-error";

/** Why the last fetch of a known refund brought nothing newer. */
export type RefundFetchError = ServiceError | { kind: "not_found" };

/** One refund, polled. */
export type RefundView = {
  refundId: string;
  transactionId: string;
  reference: string;
  amount: string;
  /** Null when its payment could not be read: the currency is never guessed. */
  currency: string | null;
  status: RefundStatus;
  gatewayRefundId: string | null;
  reason: string | null;
  requestedAt: string;
  /** Set only in a final status (specification 2.2): the sign to stop polling. */
  completedAt: string | null;
  /** Who requested it; null for one made outside the dashboard. */
  requestedBy: string | null;
  /** Belongs to a test payment: no money moves. */
  isTest: boolean;
  /** A FAILURE that the gateway paid afterwards (decision 0213). Known only for refunds made in the dashboard. */
  wasPaidLate: boolean;
  /** Null also where the service gives none. */
  failure: RefundFailureView | null;
};

export type RefundLookup =
  | {
      kind: "found";
      refund: RefundView;
      /** When the service last reported this. */
      checkedAt: string;
      /** When the server polls next; while it is polling now, not earlier than `now`. Null once the status is final. */
      nextCheckAt: string | null;
      /** Why the last poll brought nothing newer. */
      serviceError: RefundFetchError | null;
      /** The server's time, which the other times are compared with. */
      now: string;
    }
  | { kind: "not_found"; refundId: string; checkedAt: string }
  /** The last status seen stays on the screen while the service is unavailable. */
  | { kind: "service_error"; refundId: string; serviceError: ServiceError; checkedAt: string };
