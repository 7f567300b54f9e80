import type { RefundFailureReason } from "@/lib/contract/refund-failures";
import type { RefundFailureView } from "@/lib/refunds/refund-failure";
import type { RefundStatus } from "@/lib/contract/statuses";
import { formatPaise } from "@/lib/money";
import type { RefundIntentState, RefundIntentView } from "@/lib/refunds/refund-intent-view";
import type { ServiceError } from "@/lib/service-error";

/** A refund made in the dashboard, as stored in the database. */
export type RefundIntent = {
  id: string;
  transactionId: string;
  reference: string;
  /** The service that it was made for; no other service is called about it. */
  serviceAddress: string;
  amountPaise: bigint;
  currency: string;
  /** The refund of a test payment, as the service said when it was requested. */
  isTest: boolean;
  reason: string | null;
  /** The listed reason that the text begins with (decision 0277); null: none. */
  reasonCode: string | null;
  requestedById: string;
  requestedByName: string;
  requestedAt: Date;
  /** The approval request of a second person; null when none was needed. */
  approvalId: string | null;
  state: RefundIntentState;
  sentAt: Date | null;
  /** How long ago it was recorded, by the database's clock. */
  sinceFirstStepMs: number;
  /** How long ago it was recorded or last sent, by the database's clock. */
  sinceLastStepMs: number;
  answeredAt: Date | null;
  /** When it was recorded, by the database's clock. */
  recordedAtMs: number;
  /** When its amount began to count, by the database's clock: its acceptance or its late payment was stored. */
  countedAtMs: number | null;
  message: string | null;
  /** "Remaining refundable" of a refusal, if it contained one. */
  reportedRemainingPaise: bigint | null;
  serviceError: ServiceError["kind"] | null;
  retryAfterSeconds: number | null;
  refundId: string | null;
  refundStatus: RefundStatus | null;
  completedAt: Date | null;
  /** When the service first reported that this failed refund was paid late (decision 0213); null for all others. */
  lateSuccessSeenAt: Date | null;
  /** Why it failed, as the service said when it was first seen as failed. */
  failureReason: RefundFailureReason | null;
  failureMessage: string | null;
};

export function failureOf({
  failureReason: reason,
  failureMessage: message,
}: Pick<RefundIntent, "failureReason" | "failureMessage">): RefundFailureView | null {
  return reason === null ? null : { reason, message };
}

/** States in which the refund may or may not be in progress: they block another refund of the payment. */
const OPEN_STATES: readonly RefundIntentState[] = ["RECORDED", "SENDING", "UNKNOWN"];

export function isOpen(intent: Pick<RefundIntent, "state">): boolean {
  return OPEN_STATES.includes(intent.state);
}

/** Whether its amount is reserved: open, or accepted and not failed (decision 0034), or paid late (0213). */
export function countsAgainstBalance(
  intent: Pick<RefundIntent, "state" | "refundStatus" | "lateSuccessSeenAt">,
): boolean {
  if (isOpen(intent)) return true;
  const isPaidLate = intent.lateSuccessSeenAt !== null;
  return intent.state === "ACCEPTED" && (intent.refundStatus !== "FAILURE" || isPaidLate);
}

/** Whether it failed, as far as is known: its gateway may pay it all the same, and only its own service can tell. */
export function mayBePaidLate(
  intent: Pick<RefundIntent, "state" | "refundStatus" | "lateSuccessSeenAt" | "serviceAddress">,
  serviceAddress: string,
): boolean {
  return (
    intent.state === "ACCEPTED" && intent.serviceAddress === serviceAddress && !countsAgainstBalance(intent)
  );
}

/** The known outcome of a call, in the database's terms. */
export type IntentResponse =
  | { state: "ACCEPTED"; refundId: string; refundStatus: RefundStatus }
  | { state: "REFUSED"; message: string; reportedRemainingPaise: bigint | null }
  | { state: "NOT_SENT"; serviceError: ServiceError };

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
    failure: failureOf(intent),
  };
}
