import type { ServiceError } from "../service-error";
import type { PaymentView } from "./payment-view";

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
  | { kind: "not_sent"; trouble: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
