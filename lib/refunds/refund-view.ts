import type { RefundStatus } from "../contract/statuses";
import type { ServiceError } from "../service-error";

/** Why nothing newer is known of a refund that was seen before. */
export type RefundFetchError = ServiceError | { kind: "not_found" };

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
      trouble: RefundFetchError | null;
      /** The server's time of day, by which the others are read. */
      now: string;
    }
  | { kind: "not_found"; refundId: string; checkedAt: string }
  /** The last status seen stays on the screen while the service is away. */
  | { kind: "trouble"; refundId: string; trouble: ServiceError; checkedAt: string };
