import type { RefundIntent } from "@/server/dashboard/refunds/domain/refund-intent";

/** A minute of the hour in which these intents were made. */
export const atMinute = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 9, minute));

/** A refund made here and accepted at once, except for the fields under test. */
export function refundIntent(fields: Partial<RefundIntent> = {}): RefundIntent {
  return {
    id: "i",
    transactionId: "TXN1",
    reference: "ORD-1",
    serviceAddress: "http://service.test",
    amountPaise: 10_000n,
    currency: "INR",
    isTest: false,
    reason: null,
    reasonCode: null,
    requestedById: "p",
    requestedByName: "Fin",
    requestedAt: atMinute(0),
    approvalId: null,
    state: "ACCEPTED",
    sentAt: atMinute(0),
    sinceFirstStepMs: 0,
    sinceLastStepMs: 0,
    answeredAt: atMinute(0),
    recordedAtMs: atMinute(0).getTime(),
    countedAtMs: atMinute(0).getTime(),
    message: null,
    reportedRemainingPaise: null,
    serviceError: null,
    retryAfterSeconds: null,
    refundId: "RFD1",
    refundStatus: "INITIATED",
    completedAt: null,
    lateSuccessSeenAt: null,
    failureReason: null,
    failureMessage: null,
    ...fields,
  };
}
