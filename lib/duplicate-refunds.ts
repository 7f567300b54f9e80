import type { BulkRunName } from "./bulk/run-name";
import type { RefundStatus } from "./contract/statuses";

/**
 * A refund of the same payment, which a new one may duplicate (decision 0200): of the same amount, or paid late. `intentId` identifies
 * it in every state: a row of a bulk run and a refund request have the id that their refund will have.
 */
export type DuplicateRefund = { intentId: string; by: string; at: string } & (
  | {
      kind: "refunded_before";
      refundId: string;
      status: RefundStatus;
      /** Its gateway paid it after a failure (decision 0213). */
      wasPaidLate: boolean;
      /** The bulk run that it is a row of. */
      runId: string | null;
      /** The refund's own amount, if it was paid late and its amount is another one. */
      amount?: string;
    }
  /** An unsent row of a bulk run that was started or is waiting for approval. */
  | { kind: "in_bulk_run"; runId: string; run: BulkRunName; isAwaitingApproval: boolean }
  /** A single refund that is waiting for approval. */
  | { kind: "request_waits" }
  /** Recorded as returned without a gateway (decision 0289); `intentId` is that of the record. */
  | { kind: "returned_manually"; isWaiting: boolean }
  /** A record with the same bank or receipt reference, of another payment or amount: one transfer may have been recorded twice. */
  | {
      kind: "same_transfer";
      isWaiting: boolean;
      transactionId: string;
      reference: string;
      amount: string;
      currency: string;
    }
  /**
   * What the service reported as refunded outside the dashboard (decision 0119), for a record without a gateway, which
   * nobody checks but the people here. `intentId` is that of the refund that was refused with the report.
   */
  | { kind: "refunded_outside"; amount: string }
);

/** Nothing was sent: a person has to confirm that the refund is a separate one. `amount` is that of the refund, and of all that name no other. */
export type LikelyDuplicateRefund = {
  kind: "likely_duplicate";
  amount: string;
  currency: string;
  /** Newest first. */
  duplicates: DuplicateRefund[];
};

/** Whether a person has seen all of them: a confirmation covers only the duplicates shown. */
export function areConfirmed(
  duplicates: readonly DuplicateRefund[],
  confirmedIds: readonly string[],
): boolean {
  return duplicates.every(({ intentId }) => confirmedIds.includes(intentId));
}

/** More refunds of one payment than a person can compare. */
export const MAX_CONFIRMED_DUPLICATES = 500;
