import type { ServiceError } from "../service-error";
import type { PaymentView } from "./payment-view";

export type CancelPaymentInput = { reference: string; transactionId: string };

export type CancelOutcome =
  | { kind: "cancelled" }
  /** The payment had ended already, maybe just now: its current state, and the time of the response. */
  | { kind: "already_processed"; payment: PaymentView; checkedAt: string }
  /** The reference has a newer payment; cancelling would have cancelled that one. */
  | { kind: "not_latest"; latestTransactionId: string }
  | { kind: "not_found" }
  | { kind: "refused"; message: string }
  /** Sent, without a usable response, and the status could not be read afterwards either. */
  | { kind: "unknown" }
  | { kind: "not_sent"; trouble: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
