import type { BulkRunName } from "../bulk/run-name";
import type { LikelyDuplicateRefund } from "../duplicate-refunds";
import type { RefundIntentView } from "../refunds/refund-intent-view";
import type { RefundOutcome } from "../refunds/refund-form-view";
import type { ClosedRequest, WaitingRequestQuestion } from "../requests/request-state";
import type { ServiceError } from "../service-error";

/** Refund requests and their decisions; amounts and times as in `PaymentView`. */

export const APPROVAL_STATES = [
  /** Not decided yet; the amount stays reserved. */
  "WAITING",
  /** Approved; the outcome of the refund is in its intent, that of a bulk run in the run. */
  "APPROVED",
  /** Declined by the approver; nothing was sent. */
  "DECLINED",
  /** Withdrawn by the requester, or its bulk run was stopped; nothing was sent. */
  "WITHDRAWN",
  /** Not decided in time; nothing was sent. */
  "EXPIRED",
  /** Approved, but no longer possible; nothing was sent. */
  "REFUSED",
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Why an approved request could not be carried out. */
export type ApprovalObstacle =
  /** The payment is no longer paid, or the service does not have it. */
  | "not_refundable"
  /** The remaining balance is smaller than the amount. */
  | "exceeds_balance"
  /** The requester was deactivated, or may no longer refund. */
  | "requester_gone";

export type ApprovalTotalView = {
  currency: string;
  amount: string;
  /** The threshold applied; null where none was set for the currency. */
  threshold: string | null;
  /** Refunded earlier on the same payment without approval, and counted towards the threshold. */
  counted: string;
  /** The largest row of a bulk run; null for a single refund. */
  largest: string | null;
};

export type ApprovalView = {
  approvalId: string;
  subject:
    | { kind: "refund"; transactionId: string; reference: string; reason: string | null }
    | { kind: "bulk"; runId: string; run: BulkRunName };
  /** One for a single refund. */
  rowCount: number;
  /** How many of its rows are test payments. */
  testRows: number;
  totals: ApprovalTotalView[];
  requestedBy: string;
  requestedRole: "finance" | "admin";
  /** The composed role that the requester had, in place of `requestedRole`. */
  requestedRoleName: string | null;
  requestedAt: string;
  expiresAt: string;
  /** The refund request that a single refund fulfils, and who made it. */
  fulfils: { requestId: string; by: string } | null;
  /** The viewer is the requester: may withdraw it, never decide it. */
  isOwn: boolean;
  /** The viewer asked finance for this refund, or for one that a row of the run fulfils: may not decide it either. */
  isFromOwnRequest: boolean;
  state: ApprovalState;
  decidedBy: string | null;
  decidedAt: string | null;
  note: string | null;
  obstacle: ApprovalObstacle | null;
  obstacleLeft: string | null;
};

export const APPROVAL_TABS = ["waiting", "decided", "mine"] as const;
export type ApprovalTab = (typeof APPROVAL_TABS)[number];

export type ApprovalListView = {
  tab: ApprovalTab;
  approvals: ApprovalView[];
  /** How many are pending, from all requesters. */
  waiting: number;
  nextCursor: string | null;
};

/** One request, and the refund made by its approval. */
export type ApprovalDetailView = { approval: ApprovalView; refund: RefundIntentView | null };

export type ApprovalRuleView = {
  /** A preset's name, or the id of a composed role. */
  role: string;
  /** The name of a composed role; null for a preset. */
  roleName: string | null;
  /** Or `OTHER_CURRENCIES`. */
  currency: string;
  threshold: string;
  lifetimeMinutes: number;
};

/** A composed role that refunds, and so can have a threshold. */
export type RefundingRole = { id: string; name: string };

/** What is invalid in a note. */
export type NoteFault = "missing" | "too_long" | "not_storable";

export type DecisionInput = {
  approvalId: string;
  note: string;
  /** What was shown to the approver who confirms a separate refund, as for a refund without approval. */
  confirmedDuplicates?: string[];
  /** The waiting refund request that the refund fulfils, and how many steps of its history were shown. */
  requestId?: string | null;
  requestSteps?: number | null;
};

/** The outcome of a decision. */
export type DecisionOutcome =
  | { kind: "declined" }
  | { kind: "withdrawn" }
  /** Approved; `refund` is the outcome of the call. */
  | { kind: "approved_refund"; refund: ApprovedRefundOutcome }
  | { kind: "approved_bulk"; runId: string }
  /** Approved, but no longer possible: the request has ended and nothing was sent. */
  | { kind: "not_possible"; obstacle: ApprovalObstacle; left: string | null; currency: string | null }
  /** Nothing was decided; the request is still pending. */
  | { kind: "blocked" }
  /** Refunds are on hold after a restore. */
  | { kind: "on_hold" }
  /** More than the approver's role may approve: nothing was decided. */
  | { kind: "above_limit"; limit: string; currency: string }
  | { kind: "service_error"; serviceError: ServiceError }
  /** It was made for another service than the one in use, as far as this process knows. Still pending. */
  | { kind: "other_service" }
  /** Still pending: the approver has to confirm that it is a separate refund. */
  | LikelyDuplicateRefund
  /** Still pending: the approver has to say whether the refund fulfils it. */
  | WaitingRequestQuestion
  /** The request that it would fulfil was decided meanwhile, or has changed. Still pending. */
  | { kind: "request_closed"; request: ClosedRequest }
  | { kind: "invalid"; field: "note" | "form"; fault: NoteFault | "incomplete" }
  /** The person asked finance for this refund (decision 0278). */
  | { kind: "own_request" }
  /** Another person decided first, or it expired. */
  | { kind: "not_waiting"; state: ApprovalState }
  | { kind: "not_found" }
  /** Nobody may approve or decline their own request. */
  | { kind: "own" }
  | { kind: "not_own" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** The possible outcomes of an approved refund's call; see `RefundOutcome`. */
export type ApprovedRefundOutcome = Extract<
  RefundOutcome,
  { kind: "accepted" | "refused" | "unknown" | "not_sent" }
>;

/** The outcome of changing a rule. */
export type RuleOutcome =
  | { kind: "saved" }
  | { kind: "removed" }
  | { kind: "invalid"; field: "currency"; fault: "unknown_currency" }
  | { kind: "invalid"; field: "threshold"; fault: "not_an_amount" }
  | { kind: "invalid"; field: "lifetime"; fault: "out_of_range" }
  | { kind: "invalid"; field: "form"; fault: "incomplete" }
  /** The composed role was deleted, or does not refund any more. */
  | { kind: "role_gone" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
