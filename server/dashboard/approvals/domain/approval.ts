import type { Role } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import { OTHER_CURRENCIES } from "@/lib/approvals/approval-gaps";
import type {
  ApprovalObstacle,
  ApprovalRuleView,
  ApprovalState,
  ApprovalView,
} from "@/lib/approvals/approval-views";

/** Above which sum a refund waits for a second person, by the role of whoever asks and by currency. */
export type ApprovalRule = {
  role: ApprovalRole;
  /** Or {@link OTHER_CURRENCIES}: each currency without a rule of its own, in its own units. */
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

/** A sum of a request and what it was judged by; `thresholdPaise` is null where no limit is set for its currency. */
export type EvaluatedTotal = {
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
  /** All its payments are the simulator's (decision 0210). */
  isTest: boolean;
  totals: EvaluatedTotal[];
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
export function refundTotal(approval: RefundApproval): EvaluatedTotal {
  const [total] = approval.totals;
  if (total === undefined) throw new Error("an approval without its sum");
  return total;
}

/** What holds for a role in a currency; a `thresholdPaise` of null lets nothing through without a second person. */
export type ApprovalLimit = { thresholdPaise: bigint | null; lifetimeMinutes: number };

/**
 * The limit by which a refund is judged, by the rules of the role: the currency's own, else the one of all other currencies.
 * Where a role has limits, a currency without any needs approval whatever the amount (decision 0228), and waits as long as
 * the shortest of them says. Null where the role has no limit at all: nothing needs approval.
 */
export function limitFor(rules: readonly ApprovalRule[], currency: string): ApprovalLimit | null {
  const rule =
    rules.find((candidate) => candidate.currency === currency) ??
    rules.find((candidate) => candidate.currency === OTHER_CURRENCIES);
  if (rule !== undefined) return rule;
  if (rules.length === 0) return null;
  return {
    thresholdPaise: null,
    lifetimeMinutes: Math.min(...rules.map(({ lifetimeMinutes }) => lifetimeMinutes)),
  };
}

/**
 * Whether a sum is above a limit once what was refunded before without a second person is added: a large refund cannot be
 * split into small ones.
 */
export function exceedsThreshold(
  { thresholdPaise }: Pick<ApprovalLimit, "thresholdPaise">,
  amountPaise: bigint,
  countedPaise: bigint,
): boolean {
  return thresholdPaise === null || amountPaise + countedPaise > thresholdPaise;
}

/** `testRows`: how many rows of a bulk run are of test payments, where not all of them are. */
export function presentApproval(approval: Approval, viewerId: string, testRows: number): ApprovalView {
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
        };
  return {
    approvalId: approval.id,
    subject,
    rowCount: approval.rowCount,
    testRows: approval.isTest ? approval.rowCount : testRows,
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
