import type { ServiceError } from "../service-error";
import type { PaymentView } from "./payment-view";

export type CancelPaymentInput = { reference: string; transactionId: string };

export type CancelOutcome =
  | { kind: "cancelled" }
  /**
   * The service says that it cancelled, but the status could not be read afterwards: it may have cancelled a newer
   * payment of the reference. `message` is the service's.
   */
  | { kind: "cancelled_unconfirmed"; message: string }
  /**
   * The payment had ended already, maybe just now: its current state, and the time of the response. A newer payment of
   * the reference may be cancelled only if a cancel may have taken effect at the service (decision 0261).
   */
  | { kind: "already_processed"; payment: PaymentView; checkedAt: string; isNewerAtRisk: boolean }
  /** The reference has a newer payment; cancelling would have cancelled that one. Nothing was sent. */
  | { kind: "not_latest"; latestTransactionId: string }
  /** Sent, but this payment is still INITIATED, and the reference has a newer one now. */
  | { kind: "newer_may_be_cancelled"; latestTransactionId: string }
  | { kind: "not_found" }
  | { kind: "refused"; message: string }
  /** Sent, without a usable response, and the status read afterwards does not show the outcome. */
  | { kind: "unknown" }
  | { kind: "not_sent"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
