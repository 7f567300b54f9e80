import { type PresetRole, type Role, roleAllows, roleId } from "@/lib/can";
import type { BulkRunName } from "@/lib/bulk/run-name";
import { formatPaise } from "@/lib/money";
import { OTHER_CURRENCIES } from "@/lib/approvals/approval-gaps";
import type {
  ApprovalObstacle,
  ApprovalRuleView,
  ApprovalState,
  ApprovalView,
} from "@/lib/approvals/approval-views";

/** The amount above which a refund needs approval, by the requester's role and by currency. */
export type ApprovalRule = {
  /** A preset's name, or the id of a composed role. */
  role: string;
  /** Or {@link OTHER_CURRENCIES}: each currency without a separate rule, in its own units. */
  currency: string;
  thresholdPaise: bigint;
  /** How long a request waits; and how far back refunds of the same payment are added up (decision 0120). */
  lifetimeMinutes: number;
};

/** The presets that may refund, and whose refunds can need approval; a composed role can have thresholds too. */
export const APPROVAL_ROLES = ["finance", "admin"] as const satisfies readonly PresetRole[];
export type ApprovalRole = (typeof APPROVAL_ROLES)[number];

/** Whether refunds of the role can need approval. */
export function canNeedApproval(role: Role): boolean {
  return roleAllows(role, "refund_payment");
}

/** Also enforced by a constraint of the table. */
export const MIN_LIFETIME_MINUTES = 5;
export const MAX_LIFETIME_MINUTES = 30 * 24 * 60;

/** A total of a request and the threshold used for it; `thresholdPaise` is null where its currency has none. */
export type EvaluatedTotal = {
  currency: string;
  amountPaise: bigint;
  thresholdPaise: bigint | null;
  countedPaise: bigint;
};

/** A request as stored in the database. */
export type Approval = {
  id: string;
  serviceAddress: string;
  requestedById: string;
  requestedByName: string;
  requestedRole: ApprovalRole;
  /** The name of the composed role that the requester had; `requestedRole` then says nothing (decision 0304). */
  requestedRoleName: string | null;
  /** The refund request that the refund fulfils, and who made it (decision 0278); null when nobody did. */
  requestId: string | null;
  requestOwnerId: string | null;
  requestOwnerName: string | null;
  requestedAt: Date;
  expiresAt: Date;
  rowCount: number;
  /** All its payments are test payments (decision 0210). */
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
  reasonCode: string | null;
};
export type BulkSubject = { kind: "bulk"; runId: string; runName: string | null };
export type ApprovalSubject = RefundSubject | BulkSubject;

export type RefundApproval = Approval & RefundSubject;

/** The one total of a refund's request. */
export function refundTotal(approval: RefundApproval): EvaluatedTotal {
  const [total] = approval.totals;
  if (total === undefined) throw new Error("an approval without its sum");
  return total;
}

/** The limit of a role in a currency; a null `thresholdPaise` means that every refund needs approval. */
export type ApprovalLimit = { thresholdPaise: bigint | null; lifetimeMinutes: number };

/**
 * The limit that a refund is evaluated by, from the rules of the role: the currency's own, else the one for all other
 * currencies. If the role has limits but none for the currency, every amount needs approval (decision 0120), and waits
 * as long as the shortest of them says. Null when the role has no limit: nothing needs approval.
 */
function limitFor(rules: readonly ApprovalRule[], currency: string): ApprovalLimit | null {
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
 * The limit of a role's refunds in a currency. A composed role has thresholds of its own, or else the strictest of those of
 * the presets: it must not escape them for lack of its own (decision 0304). `rules` are those that can apply to the role.
 */
export function limitOfRole(
  role: Role,
  rules: readonly ApprovalRule[],
  currency: string,
): ApprovalLimit | null {
  const own = rules.filter((rule) => rule.role === roleId(role));
  if (typeof role === "string" || own.length > 0) return limitFor(own, currency);
  return APPROVAL_ROLES.map((preset) =>
    limitFor(
      rules.filter((rule) => rule.role === preset),
      currency,
    ),
  ).reduce(stricterOf, null);
}

/** The one that lets less through; of two equal ones the one that looks back further. */
function stricterOf(one: ApprovalLimit | null, other: ApprovalLimit | null): ApprovalLimit | null {
  if (one === null || other === null) return one ?? other;
  if (one.thresholdPaise === other.thresholdPaise)
    return one.lifetimeMinutes >= other.lifetimeMinutes ? one : other;
  if (one.thresholdPaise === null) return one;
  if (other.thresholdPaise === null) return other;
  return one.thresholdPaise < other.thresholdPaise ? one : other;
}

/** What a request for a bulk run shows of the run. */
type RunOfApproval = {
  /** Null when the run is not stored here. */
  name: BulkRunName | null;
  /** The number of rows of test payments, when not all are. */
  testRows: number;
  /** The largest row of each currency. */
  largestPaise: ReadonlyMap<string, bigint>;
  /** A row that is still to be sent fulfils a refund request of the viewer. */
  fulfilsOwn: boolean;
};

export function presentApproval(approval: Approval, viewerId: string, run: RunOfApproval): ApprovalView {
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
          run: run.name ?? nameFromRequest(approval),
        };
  return {
    approvalId: approval.id,
    subject,
    rowCount: approval.rowCount,
    testRows: approval.isTest ? approval.rowCount : run.testRows,
    totals: approval.totals.map(({ currency, amountPaise, thresholdPaise, countedPaise }) => ({
      currency,
      amount: formatPaise(amountPaise),
      threshold: thresholdPaise === null ? null : formatPaise(thresholdPaise),
      counted: formatPaise(countedPaise),
      largest: largestOf(run, currency),
    })),
    requestedBy: approval.requestedByName,
    requestedRole: approval.requestedRole,
    requestedRoleName: approval.requestedRoleName,
    requestedAt: approval.requestedAt.toISOString(),
    expiresAt: approval.expiresAt.toISOString(),
    fulfils:
      approval.requestId === null
        ? null
        : { requestId: approval.requestId, by: approval.requestOwnerName ?? "" },
    isOwn: approval.requestedById === viewerId,
    isFromOwnRequest: approval.requestOwnerId === viewerId || run.fulfilsOwn,
    state: approval.state,
    decidedBy: approval.decidedByName,
    decidedAt: approval.decidedAt?.toISOString() ?? null,
    note: approval.note,
    obstacle: approval.obstacle,
    obstacleLeft: approval.obstacleLeftPaise === null ? null : formatPaise(approval.obstacleLeftPaise),
  };
}

function largestOf({ largestPaise }: RunOfApproval, currency: string): string | null {
  const paise = largestPaise.get(currency);
  return paise === undefined ? null : formatPaise(paise);
}

function nameFromRequest(approval: Approval & BulkSubject): BulkRunName {
  return {
    kind: "refund",
    source: "upload",
    fileName: approval.runName,
    rowCount: approval.rowCount,
    createdBy: approval.requestedByName,
    createdAt: approval.requestedAt.toISOString(),
  };
}

export function presentRule(rule: ApprovalRule & { roleName: string | null }): ApprovalRuleView {
  return {
    role: rule.role,
    roleName: rule.roleName,
    currency: rule.currency,
    threshold: formatPaise(rule.thresholdPaise),
    lifetimeMinutes: rule.lifetimeMinutes,
  };
}
