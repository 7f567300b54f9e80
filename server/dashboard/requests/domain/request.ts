import { formatPaise } from "@/lib/money";
import type { RefundStatus } from "@/lib/contract/statuses";
import type { StoredManualRefundState } from "@/lib/manual-refunds/manual-refund-views";
import type { ApprovalState } from "@/lib/approvals/approval-views";
import type { RefundIntentState } from "@/lib/refunds/refund-intent-view";
import type { RequestView } from "@/lib/requests/request-views";
import type {
  ClosedRequest,
  OpenFormRequest,
  RequestRefundStatus,
  RequestRefundView,
  RequestState,
  WaitingRequest,
} from "@/lib/requests/request-state";

/** A refund request as stored, with what became of the refund that it was accepted with. */
export type RefundRequest = {
  id: string;
  serviceAddress: string;
  transactionId: string;
  reference: string;
  amountPaise: bigint;
  requestedPaise: bigint;
  currency: string;
  isTest: boolean;
  reason: string | null;
  reasonCode: string | null;
  note: string | null;
  requestedById: string;
  requestedByName: string;
  requestedAt: Date;
  state: RequestState;
  decidedByName: string | null;
  decidedAt: Date | null;
  /** The accepted form: the id of the intent and, above a threshold, of its approval request; or that of a manual refund. */
  intentId: string | null;
  approvalState: ApprovalState | null;
  intentState: RefundIntentState | null;
  refundId: string | null;
  refundStatus: RefundStatus | null;
  manualState: StoredManualRefundState | null;
  wasPaidLate: boolean;
  /**
   * A refund with which it was accepted at any time, which counted as not made, and was made after all: it had failed and was paid
   * late (decision 0213), or the service accepted it late.
   */
  lateIntentId: string | null;
  lateRefundId: string | null;
  isLatePaid: boolean | null;
  /** The forms with which it was accepted before the present one. */
  earlierIntents: string[];
  /** There is a newer request of the payment. */
  isReplaced: boolean;
  /** How many steps its history has: a form names what it showed by it. */
  steps: number;
};

const MANUAL: Record<StoredManualRefundState, RequestRefundStatus> = {
  WAITING: "awaiting_confirmation",
  CONFIRMED: "returned",
  DECLINED: "not_returned",
  WITHDRAWN: "not_returned",
  VOIDED: "not_returned",
};

/** Null when it was never accepted. */
function refundStatusOf(request: RefundRequest): RequestRefundStatus | null {
  if (request.intentId === null) return null;
  if (request.manualState !== null) return MANUAL[request.manualState];
  switch (request.intentState) {
    case null:
      return request.approvalState === "WAITING" ? "awaiting_approval" : "not_approved";
    case "RECORDED":
    case "SENDING":
      return "sending";
    case "UNKNOWN":
      return "unknown";
    case "REFUSED":
      return "refused";
    case "NOT_SENT":
      return "not_sent";
    case "ACCEPTED":
      if (request.refundStatus === "SUCCESS" || request.wasPaidLate) return "refunded";
      return request.refundStatus === "FAILURE" ? "failed" : "in_progress";
  }
}

/** The refund was certainly not made: the same rule as for "refund again" (`hasFailed`). */
const NOT_MADE: readonly RequestRefundStatus[] = [
  "not_approved",
  "refused",
  "not_sent",
  "failed",
  "not_returned",
];

/** The days after which an accepted request whose refund was not made is one of the decided ones only. */
export const UNDECIDED_DAYS = 30;

/**
 * Whether it waits for a decision: not decided, or accepted not long ago with a refund that was not made as far as is known, and
 * not replaced by a newer request.
 */
export function isUndecided(request: RefundRequest, now: Date): boolean {
  if (request.state === "OPEN" || request.state === "QUESTION") return true;
  const { decidedAt } = request;
  if (decidedAt === null || now.getTime() - decidedAt.getTime() >= UNDECIDED_DAYS * 86_400_000) return false;
  const status = refundStatusOf(request);
  return request.state === "ACCEPTED" && status !== null && NOT_MADE.includes(status) && !request.isReplaced;
}

/** Whether a person saw it as it is: by the steps that were shown. A form that names none showed a new request. */
export function isAsShown({ steps }: RefundRequest, shownSteps: number | null): boolean {
  return steps === (shownSteps ?? 1);
}

export function presentRequest(request: RefundRequest, viewerId: string, now: Date): RequestView {
  return {
    requestId: request.id,
    state: request.state,
    transactionId: request.transactionId,
    reference: request.reference,
    amount: formatPaise(request.amountPaise),
    requestedAmount: formatPaise(request.requestedPaise),
    currency: request.currency,
    isTest: request.isTest,
    reason: request.reason,
    note: request.note,
    requestedBy: request.requestedByName,
    requestedAt: request.requestedAt.toISOString(),
    isOwn: request.requestedById === viewerId,
    decidedBy: request.decidedByName,
    decidedAt: request.decidedAt?.toISOString() ?? null,
    refund: presentRefund(request),
    paidLate: presentPaidLate(request),
    isUndecided: isUndecided(request, now),
  };
}

export function presentClosed(request: RefundRequest): ClosedRequest {
  return {
    kind: "closed",
    requestId: request.id,
    state: request.state,
    by: request.decidedByName,
    at: request.decidedAt?.toISOString() ?? null,
    refund: presentRefund(request),
  };
}

export function presentOpen(request: RefundRequest): OpenFormRequest {
  return {
    kind: "open",
    requestId: request.id,
    amount: formatPaise(request.amountPaise),
    reason: request.reason ?? "",
    note: request.note,
    requestedBy: request.requestedByName,
    requestedAt: request.requestedAt.toISOString(),
    steps: request.steps,
  };
}

export function presentWaiting(request: RefundRequest, viewerId: string): WaitingRequest {
  return { ...presentOpen(request), isOwn: request.requestedById === viewerId };
}

/** One that was declined or withdrawn after its refund had counted as not made shows that refund only when it was made after all. */
function presentRefund(request: RefundRequest): RequestRefundView | null {
  const { transactionId } = request;
  const status = refundStatusOf(request);
  if (request.state === "ACCEPTED" && status !== null && request.intentId !== null)
    return { status, intentId: request.intentId, refundId: request.refundId, transactionId };
  const { state, lateIntentId, lateRefundId, isLatePaid } = request;
  if ((state !== "DECLINED" && state !== "WITHDRAWN") || lateIntentId === null) return null;
  const lateStatus = isLatePaid === true ? "refunded" : "in_progress";
  return { status: lateStatus, intentId: lateIntentId, refundId: lateRefundId, transactionId };
}

/** One that was declined or withdrawn shows that refund as its own. */
function presentPaidLate(request: RefundRequest): RequestView["paidLate"] {
  const { state, intentId, lateIntentId, lateRefundId } = request;
  const status = refundStatusOf(request);
  if (state !== "ACCEPTED" || status === null || lateIntentId === null || lateIntentId === intentId)
    return null;
  return { intentId: lateIntentId, refundId: lateRefundId, isTwice: !NOT_MADE.includes(status) };
}
