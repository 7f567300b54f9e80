import type { Role } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { ApprovalObstacle, ApprovalRuleView, ApprovalState, ApprovalView } from "@/lib/approval-views";

/** Above which sum a refund waits for a second person, by the role of whoever asks and by currency. */
export type ApprovalRule = {
  role: ApprovalRole;
  currency: string;
  thresholdPaise: bigint;
  /** How long a request waits; and how far back refunds of the same payment are added up (decision 0120). */
  lifetimeMinutes: number;
};

/** The roles that may refund, and so may be asked to have it approved. */
export const APPROVAL_ROLES = ["finance", "admin"] as const satisfies readonly Role[];
export type ApprovalRole = (typeof APPROVAL_ROLES)[number];

export function isApprovalRole(role: Role): role is ApprovalRole {
  return APPROVAL_ROLES.some((candidate) => candidate === role);
}

/** Also held by the table's constraint. */
export const MIN_LIFETIME_MINUTES = 5;
export const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

/** A sum of a request and what it was judged by; `thresholdPaise` is null where no rule stands for its currency. */
export type JudgedTotal = {
  currency: string;
  amountPaise: bigint;
  thresholdPaise: bigint | null;
  countedPaise: bigint;
};

/** A request as the database has it. */
export type Approval = {
  id: string;
  serviceAddress: string;
  requestedById: string;
  requestedByName: string;
  requestedRole: ApprovalRole;
  requestedAt: Date;
  expiresAt: Date;
  rowCount: number;
  totals: JudgedTotal[];
  state: ApprovalState;
  decidedByName: string | null;
  decidedAt: Date | null;
  note: string | null;
  obstacle: ApprovalObstacle | null;
  obstacleLeftPaise: bigint | null;
} & ApprovalSubject;

export type RefundSubject = {
  kind: "refund";
  transactionId: string;
  reference: string;
  reason: string | null;
};
export type BulkSubject = { kind: "bulk"; runId: string; runName: string };
export type ApprovalSubject = RefundSubject | BulkSubject;

export type RefundApproval = Approval & RefundSubject;

/** The one sum of a refund's request. */
export function refundTotal(approval: RefundApproval): JudgedTotal {
  const [total] = approval.totals;
  if (total === undefined) throw new Error("an approval without its sum");
  return total;
}

/**
 * Whether a sum is above a rule's threshold once what was refunded before without a second person is added: a large
 * refund cannot be split into small ones.
 */
export function exceedsThreshold(rule: ApprovalRule, amountPaise: bigint, countedPaise: bigint): boolean {
  return amountPaise + countedPaise > rule.thresholdPaise;
}

export function presentApproval(approval: Approval, viewerId: string): ApprovalView {
  const subject =
    approval.kind === "refund"
      ? {
          kind: approval.kind,
          transactionId: approval.transactionId,
          reference: approval.reference,
          reason: approval.reason,
        }
      : {
          kind: approval.kind,
          runId: approval.runId,
          runName: approval.runName,
          rowCount: approval.rowCount,
        };
  return {
    approvalId: approval.id,
    subject,
    totals: approval.totals.map(({ currency, amountPaise, thresholdPaise, countedPaise }) => ({
      currency,
      amount: formatPaise(amountPaise),
      threshold: thresholdPaise === null ? null : formatPaise(thresholdPaise),
      counted: formatPaise(countedPaise),
    })),
    requestedBy: approval.requestedByName,
    requestedRole: approval.requestedRole,
    requestedAt: approval.requestedAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    isOwn: approval.requestedById === viewerId,
    state: approval.state,
    decidedBy: approval.decidedByName,
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    note: approval.note,
    obstacle: approval.obstacle,
    obstacleLeft: approval.obstacleLeftPaise === null ? null : formatPaise(approval.obstacleLeftPaise),
  };
}

export function presentRule(rule: ApprovalRule): ApprovalRuleView {
  return {
    role: rule.role,
    currency: rule.currency,
    threshold: formatPaise(rule.thresholdPaise),
    lifetimeMinutes: rule.lifetimeMinutes,
  };
}
