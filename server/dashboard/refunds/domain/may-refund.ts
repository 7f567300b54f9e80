import { exceedsThreshold } from "@/lib/approvals/exceeds-threshold";
import type { Role } from "@/lib/can";
import { isImpossiblePart } from "@/lib/whole-currencies";
import { areConfirmed, type DuplicateRefund } from "@/lib/duplicate-refunds";
import { formatPaise } from "@/lib/money";
import type { ApprovalLimit } from "../../approvals/domain";
import { isAsShown, type RefundRequest } from "../../requests/domain";
import {
  balanceOf,
  type OutsideRefunds,
  type ReportedRemaining,
  type Reservations,
  type ServiceBalance,
} from "./refund-balance";
import { isOpen, mayBePaidLate, type RefundIntent } from "./refund-intent";

/** How much of one payment a person's role refunds, in paise, and what is left of it for this payment. */
export type OwnLimit = { limitPaise: bigint; leftPaise: bigint; mayRequest: boolean };

/** The limit above which a refund needs approval, and the amount that counts towards it already. */
export type RefundLimit = { role: Role; limit: ApprovalLimit; countedPaise: bigint };

export type BalanceReporter = { intentId: string; by: string };

/** What is known of a payment while its ledger is locked, beside what the service said of it just before. */
export type RefundFacts = {
  payment: { paidPaise: bigint; currency: string; service: ServiceBalance | null };
  reported: ReportedRemaining | null;
  holds: Reservations;
  /** The service now in use: no other one is asked about a failed refund. */
  serviceAddress: string;
  /** The failed refunds of which the service has just said whether they were paid late. */
  asked: ReadonlySet<string>;
  duplicates: readonly DuplicateRefund[];
  /** The refund request of the payment that waits for a decision, unless this refund fulfils it. */
  waiting: RefundRequest | null;
  /** Whether the role that the person has now allows it, which may have changed since their request or run began. */
  mayNow: boolean;
  /** Null: the person refunds any amount. */
  own: OwnLimit | null;
  /** Null: no threshold applies, or a second person has approved the refund. */
  threshold: RefundLimit | null;
  /**
   * The refused refund that reported the last balance, for a record without a gateway: no service decides about it, so
   * a person is asked about what was refunded outside the dashboard. Null for all others.
   */
  reporter: BalanceReporter | null;
};

export type RefundProposal = {
  amountPaise: bigint;
  /** The likely duplicates, and the waiting request, that a person was shown and has confirmed as separate. */
  confirmed: readonly string[];
  /** How many steps of the waiting request's history they were shown: the confirmation is of the request as it was then. */
  requestSteps: number | null;
  /** A row of a bulk run: nobody is there to be asked. What waits to be sent is compared with it when it is sent. */
  isRow: boolean;
};

/** Only `mayRefund` makes one, and without one no refund is stored. */
declare const decided: unique symbol;
export type AllowedRefund = { kind: "allowed"; separateFrom: string[]; [decided]: true };

export type RefundVerdict =
  | AllowedRefund
  /** The person may not refund any more. */
  | { kind: "forbidden" }
  /** Possible, if a second person approves. */
  | { kind: "needs_approval"; threshold: RefundLimit; separateFrom: string[] }
  /** A failed refund may have been paid late since: the service has to be asked first. */
  | { kind: "unasked" }
  /** A refund of the payment has no known outcome. */
  | { kind: "blocked"; by: RefundIntent }
  /** Nobody has said whether the refund fulfils it or is in addition to it (decision 0278). */
  | { kind: "waiting_request"; request: RefundRequest }
  | { kind: "exceeds"; leftPaise: bigint }
  /** A fraction of a currency that has none, of a balance that has none. */
  | { kind: "no_decimals" }
  /** More than the role of the person refunds of one payment. */
  | { kind: "above_limit"; own: OwnLimit }
  /** Nobody has confirmed that it is separate from all of these. */
  | { kind: "likely_duplicate"; duplicates: DuplicateRefund[] };

/**
 * Whether money may leave a payment: the one decision of a form, a row of a bulk run, an approval, an accepted request and a
 * manual refund (decision 0350). Pure: the caller holds the lock of the payment's ledger while it reads the facts and until
 * it has stored the refund.
 */
export function mayRefund(facts: RefundFacts, proposal: RefundProposal): RefundVerdict {
  const { holds, own, threshold, waiting } = facts;
  const { amountPaise } = proposal;
  if (!facts.mayNow) return { kind: "forbidden" };
  const isUnasked = (intent: RefundIntent): boolean =>
    mayBePaidLate(intent, facts.serviceAddress) && !facts.asked.has(intent.id);
  if (holds.intents.some(isUnasked)) return { kind: "unasked" };

  const open = holds.intents.find(isOpen);
  if (open !== undefined) return { kind: "blocked", by: open };
  // The request comes before the balance, which it may reserve: a refund that fulfils it may use that.
  const isBeside = (request: RefundRequest): boolean =>
    proposal.confirmed.includes(request.id) && isAsShown(request, proposal.requestSteps);
  if (waiting !== null && !isBeside(waiting)) return { kind: "waiting_request", request: waiting };
  const { leftPaise, outside } = balanceOf({ ...facts.payment, reported: facts.reported, holds });
  if (amountPaise > leftPaise) return { kind: "exceeds", leftPaise };
  if (isImpossiblePart(amountPaise, leftPaise, facts.payment.currency)) return { kind: "no_decimals" };
  if (own !== null && amountPaise > own.leftPaise) return { kind: "above_limit", own };

  const duplicates = facts.duplicates.filter((one) => !proposal.isRow || hasMoved(one));
  if (outside !== null && facts.reporter !== null && amountPaise > leftPaise - outside.amountPaise)
    duplicates.unshift(refundedOutside(outside, facts.reporter));
  if (!areConfirmed(duplicates, proposal.confirmed)) return { kind: "likely_duplicate", duplicates };
  const separateFrom = [
    ...duplicates.map(({ intentId }) => intentId),
    ...(waiting === null ? [] : [waiting.id]),
  ];
  return threshold !== null && exceedsThreshold(threshold.limit, amountPaise, threshold.countedPaise)
    ? { kind: "needs_approval", threshold, separateFrom }
    : ({ kind: "allowed", separateFrom } as AllowedRefund);
}

function refundedOutside(
  { amountPaise, reportedAtMs }: OutsideRefunds,
  reporter: BalanceReporter,
): DuplicateRefund {
  const at = new Date(reportedAtMs).toISOString();
  return { kind: "refunded_outside", ...reporter, at, amount: formatPaise(amountPaise) };
}

/** Whether it was sent or returned, and does not only wait for that. */
function hasMoved({ kind }: DuplicateRefund): boolean {
  return kind === "refunded_before" || kind === "returned_manually";
}
