import type { PaymentStatus } from "../contract/statuses";
import type { ServiceError } from "../service-error";
import type { PaymentStateView } from "./payment-state";

/**
 * A payment as the server passes it to the screens. Amounts are the wire's texts ("1499.00"), times are ISO 8601 in
 * UTC; both are formatted where they are shown.
 */

export type PaymentView = {
  transactionId: string;
  reference: string;
  amount: string;
  currency: string;
  status: PaymentStatus;
  /** Absent where refunds were not looked up. */
  state?: PaymentStateView;
  createdAt: string;
  gatewayTransactionId: string | null;
  udf: { udf1: string | null; udf2: string | null; udf3: string | null };
  /** The newest payment of its reference: the only one that can be cancelled. */
  isLatest: boolean;
  /** A payment on the service's simulator: no money moves. */
  isTest: boolean;
  /** Absent where the service does not say. */
  gateway?: string | null;
  /** The other attempts of its reference that are paid; absent where they were not looked up. */
  otherPaid?: PaidAttempt[];
};

export type PaidAttempt = Pick<PaymentView, "transactionId" | "amount" | "currency"> & {
  state: PaymentStateView;
  /** A refund of it was asked for here, and has not been sent. */
  isRefundWaiting: boolean;
};

export function isPaidTwice({ status, otherPaid = [] }: PaymentView): boolean {
  return status === "SUCCESS" && otherPaid.length > 0;
}

/** Why a reference or an id cannot be looked up (decision 0024). */
export type UnaskableFault = "blank" | "too_long" | "separator" | "unstorable";

export type PaymentLookup =
  | { kind: "found"; reference: string; payments: PaymentView[]; checkedAt: string }
  | { kind: "not_found"; reference: string; checkedAt: string }
  /** The reference cannot be looked up: blank, over 255 characters, or containing `|` or NUL (decision 0024). */
  | { kind: "invalid"; reference: string; fault: UnaskableFault }
  | { kind: "service_error"; reference: string; serviceError: ServiceError; checkedAt: string };
