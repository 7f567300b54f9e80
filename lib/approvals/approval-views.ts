import type { LikelyDuplicateRefund } from "../duplicate-refunds";
import type { RefundIntentView } from "../refunds/refund-intent-view";
import type { RefundOutcome } from "../refunds/refund-form-view";
import type { ServiceError } from "../service-error";

/** What waits, or waited, for a second person; amounts and times as in `views.ts`. */

export const APPROVAL_STATES = [
  /** Nobody has decided yet; the amount stays reserved. */
  "WAITING",
  /** A second person said yes; what became of the refund is told by its intent, of the bulk run by the run. */
  "APPROVED",
  /** A second person said no; nothing was sent. */
  "DECLINED",
  /** Whoever requested it took it back, or somebody stopped its bulk run; nothing was sent. */
  "WITHDRAWN",
  /** Nobody decided in time; nothing was sent. */
  "EXPIRED",
  /** A second person said yes, and it could not be carried out any more; nothing was sent. */
  "REFUSED",
] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];

/** Why an approved request could not be carried out. */
export type ApprovalObstacle =
  /** The payment is not a paid one any more, or the service does not have it. */
  | "not_refundable"
  /** Less than the amount is left. */
  | "exceeds_balance"
  /** Whoever asked was deactivated, or may not refund any more. */
  | "requester_gone";

export type ApprovalTotalView = {
  currency: string;
  amount: string;
  /** What it was judged by; null where no limit was set for the currency. */
  threshold: string | null;
  /** Refunded on the same payment before without a second person, and counted with it. */
  counted: string;
};

export type ApprovalView = {
  approvalId: string;
  subject:
    | { kind: "refund"; transactionId: string; reference: string; reason: string | null }
    | { kind: "bulk"; runId: string; runName: string };
  /** One for a single refund. */
  rowCount: number;
  /** How many of its rows are of the simulator's payments. */
  testRows: number;
  totals: ApprovalTotalView[];
  requestedBy: string;
  requestedRole: "finance" | "admin";
  requestedAt: string;
  expiresAt: string;
  /** Asked for by the very person who looks: they may withdraw it and never decide it. */
  isOwn: boolean;
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
  /** How many wait, whoever asked for them. */
  waiting: number;
  nextCursor: string | null;
};

/** One request, and the refund that came of it once it was approved. */
export type ApprovalDetailView = { approval: ApprovalView; refund: RefundIntentView | null };

export type ApprovalRuleView = {
  role: "finance" | "admin";
  /** Or `OTHER_CURRENCIES`. */
  currency: string;
  threshold: string;
  lifetimeMinutes: number;
};

/** What a note can be wrong about. */
export type NoteFault = "missing" | "too_long" | "not_storable";

export type DecisionInput = {
  approvalId: string;
  note: string;
  /** The intents of the likely duplicates that were shown to whoever approves it as a separate refund. */
  confirmedDuplicates?: string[];
};

/** What came of deciding about a request. */
export type DecisionOutcome =
  | { kind: "declined" }
  | { kind: "withdrawn" }
  /** Approved; `refund` is what came of the call. */
  | { kind: "approved_refund"; refund: ApprovedRefundOutcome }
  | { kind: "approved_bulk"; runId: string }
  /** Approved, and not possible any more: it has ended and nothing was sent. */
  | { kind: "not_possible"; obstacle: ApprovalObstacle; left: string | null; currency: string | null }
  /** Nothing was decided; it still waits. */
  | { kind: "blocked" }
  | { kind: "trouble"; trouble: ServiceError }
  /** It still waits: whoever approves it has to confirm that it is a separate refund. */
  | LikelyDuplicateRefund
  | { kind: "invalid"; field: "note" | "form"; fault: NoteFault | "incomplete" }
  /** Somebody else decided first, or its time was over. */
  | { kind: "not_waiting"; state: ApprovalState }
  | { kind: "not_found" }
  /** Nobody approves or declines what they asked for themselves. */
  | { kind: "own" }
  | { kind: "not_own" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };

/** What can be known of an approved refund's call; see `RefundOutcome`. */
export type ApprovedRefundOutcome = Extract<
  RefundOutcome,
  { kind: "accepted" | "refused" | "unknown" | "not_sent" }
>;

/** What came of changing a rule. */
export type RuleOutcome =
  | { kind: "saved" }
  | { kind: "removed" }
  | { kind: "invalid"; field: "currency"; fault: "unknown_currency" }
  | { kind: "invalid"; field: "threshold"; fault: "not_an_amount" }
  | { kind: "invalid"; field: "lifetime"; fault: "out_of_range" }
  | { kind: "invalid"; field: "form"; fault: "incomplete" }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
