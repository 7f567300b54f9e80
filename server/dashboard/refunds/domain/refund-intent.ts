import type { RefundStatus } from "@/lib/contract/statuses";
import { formatPaise } from "@/lib/money";
import type { RefundIntentState, RefundIntentView } from "@/lib/refunds/refund-intent-view";
import type { ServiceError } from "@/lib/service-error";

/** A refund asked for here, as the database has it. */
export type RefundIntent = {
  id: string;
  transactionId: string;
  reference: string;
  /** Which service it was meant for: another one is never asked about it. */
  serviceAddress: string;
  amountPaise: bigint;
  currency: string;
  /** Of a test payment, as the service said when it was asked for. */
  isTest: boolean;
  reason: string | null;
  requestedById: string;
  requestedByName: string;
  requestedAt: Date;
  /** The request by which a second person approved it; null for one that needed nobody else. */
  approvalId: string | null;
  state: RefundIntentState;
  sentAt: Date | null;
  answeredAt: Date | null;
  message: string | null;
  /** "Remaining refundable" of a refusal, when it told one. */
  reportedRemainingPaise: bigint | null;
  trouble: ServiceError["kind"] | null;
  retryAfterSeconds: number | null;
  refundId: string | null;
  refundStatus: RefundStatus | null;
  completedAt: Date | null;
  /** When the service was first read to say that this failed refund was paid later (decision 0213); null for all others. */
  lateSuccessSeenAt: Date | null;
};

/** States in which the money may or may not be on its way: they block another refund of the payment. */
const OPEN_STATES: readonly RefundIntentState[] = ["RECORDED", "SENDING", "UNKNOWN"];

export function isOpen(intent: Pick<RefundIntent, "state">): boolean {
  return OPEN_STATES.includes(intent.state);
}

/**
 * Whether its amount is taken from the balance: open, or accepted and not failed (decision 0034), or paid after a failure
 * (0213).
 */
export function countsAgainstBalance(
  intent: Pick<RefundIntent, "state" | "refundStatus" | "lateSuccessSeenAt">,
): boolean {
  if (isOpen(intent)) return true;
  const isPaidLate = intent.lateSuccessSeenAt !== null;
  return intent.state === "ACCEPTED" && (intent.refundStatus !== "FAILURE" || isPaidLate);
}

/** What became known of a call, in the words of the database. */
export type IntentAnswer =
  | { state: "ACCEPTED"; refundId: string; refundStatus: RefundStatus }
  | { state: "REFUSED"; message: string; reportedRemainingPaise: bigint | null }
  | { state: "NOT_SENT"; trouble: ServiceError };

export function presentIntent(intent: RefundIntent): RefundIntentView {
  return {
    intentId: intent.id,
    state: intent.state,
    transactionId: intent.transactionId,
    reference: intent.reference,
    amount: formatPaise(intent.amountPaise),
    currency: intent.currency,
    reason: intent.reason,
    requestedBy: intent.requestedByName,
    requestedAt: intent.requestedAt.toISOString(),
    isTest: intent.isTest,
    message: intent.message,
    refundId: intent.refundId,
    refundStatus: intent.refundStatus,
    completedAt: intent.completedAt?.toISOString() ?? null,
    wasPaidLate: intent.lateSuccessSeenAt !== null,
  };
}
