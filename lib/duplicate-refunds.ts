import type { RefundStatus } from "./contract/statuses";

/**
 * A refund of the same amount of the same payment, because of which a new one may be a duplicate (decision 0200). `intentId` names it
 * in every state: a row of a bulk run and a request for approval have the id that their refund will have.
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
    }
  /** A row of a bulk run that was started or waits for approval, and that is not sent yet. */
  | { kind: "in_bulk_run"; runId: string; runName: string; isAwaitingApproval: boolean }
  /** A single refund that waits for approval. */
  | { kind: "request_waits" }
);

/** Nothing was sent: a person has to say that the refund is a separate one. `amount` is that of all of them. */
export type LikelyDuplicateRefund = {
  kind: "likely_duplicate";
  amount: string;
  currency: string;
  /** Newest first. */
  duplicates: DuplicateRefund[];
};

/** Whether a person has seen all of them: a confirmation covers what was shown, and nothing that came later. */
export function areConfirmed(
  duplicates: readonly DuplicateRefund[],
  confirmedIds: readonly string[],
): boolean {
  return duplicates.every(({ intentId }) => confirmedIds.includes(intentId));
}

/** More than can be shown are not sent either. */
export const MAX_CONFIRMED_DUPLICATES = 50;
