import { formatPaise } from "@/lib/money";
import type { BalanceView, OutsideRefundsView } from "@/lib/refunds/balance-view";
import { countsAgainstBalance, isOpen, type RefundIntent } from "./refund-intent";

/** The payment's balance as the service reports it, and when it was requested, by the database's clock. */
export type ServiceBalance = {
  refundedPaise: bigint;
  inProgressPaise: bigint;
  remainingPaise: bigint;
  fetchedAtMs: number;
};

/**
 * The remaining balance in a refusal (specification 7), for services without the ops extension, and when it was stored, by the
 * database's clock.
 */
export type ReportedRemaining = { remainingPaise: bigint; reportedAtMs: number };

/** What was refunded or in progress outside the dashboard when a refusal reported the balance. Any of it may have failed since. */
export type OutsideRefunds = { amountPaise: bigint; reportedAtMs: number };

/** What the dashboard has reserved on a payment. */
export type Reservations = {
  intents: readonly RefundIntent[];
  /** What refunds that await approval have reserved. */
  awaitingPaise: bigint;
  /** What approved rows of bulk runs have reserved. */
  approvedPaise: bigint;
  /** Returned without a gateway (decision 0289). */
  manualPaise: bigint;
  /**
   * What refund requests that wait for a decision have reserved, where an admin has turned this on (decision 0278);
   * else zero.
   */
  requestedPaise: bigint;
};

/**
 * paid = refunded + in progress + manual + requested + remaining, in paise, unless more was refunded than was paid; none is
 * negative.
 */
export type RefundBalanceSplit = {
  paidPaise: bigint;
  refundedPaise: bigint;
  inProgressPaise: bigint;
  /** Manual refunds: never part of what was refunded through a gateway. */
  manualPaise: bigint;
  /** Reserved by refund requests that nobody has decided yet. */
  requestedPaise: bigint;
  leftPaise: bigint;
  /** Refunds of unknown outcome, reserved on top of the service's count, which may include them already. */
  mayCountTwicePaise: bigint;
  /** No part of the balance, and never taken from what is left: only the service knows whether it still holds (decision 0119). */
  outside: OutsideRefunds | null;
  source: BalanceView["source"];
};

/**
 * The balance by the service's own count, less what it cannot include yet: refunds of unknown outcome, and refunds
 * accepted, or found to be paid late, after the balance was requested. A refund of unknown outcome may be in the count already; it is then
 * reserved twice until it is resolved, which errs on the side of not refunding.
 */
export function balanceFromService(
  paidPaise: bigint,
  service: ServiceBalance,
  intents: readonly RefundIntent[],
): RefundBalanceSplit {
  const reservedPaise = sum(intents.filter((intent) => isUnknownToService(intent, service)));
  const leftPaise = atLeastZero(service.remainingPaise - reservedPaise);
  return {
    paidPaise,
    refundedPaise: service.refundedPaise,
    // More may be refunded than was paid: a failed refund was made again, and the first was then paid late.
    inProgressPaise: atLeastZero(paidPaise - service.refundedPaise - leftPaise),
    manualPaise: 0n,
    requestedPaise: 0n,
    leftPaise,
    mayCountTwicePaise: sum(intents.filter((intent) => intent.state === "UNKNOWN")),
    outside: null,
    source: "service",
  };
}

function isUnknownToService(intent: RefundIntent, { fetchedAtMs }: ServiceBalance): boolean {
  if (isOpen(intent)) return true;
  return countsAgainstBalance(intent) && intent.countedAtMs !== null && intent.countedAtMs >= fetchedAtMs;
}

/** The balance by the dashboard's own ledger: paid less every refund made here that has not failed. */
export function balanceFromLedger(
  paidPaise: bigint,
  reported: ReportedRemaining | null,
  intents: readonly RefundIntent[],
): RefundBalanceSplit {
  const holding = intents.filter(countsAgainstBalance);
  const leftPaise = atLeastZero(paidPaise - sum(holding));
  const pending = holding.filter(
    (intent) => intent.refundStatus !== "SUCCESS" && intent.lateSuccessSeenAt === null,
  );
  const pendingPaise = sum(pending);
  const spentPaise = paidPaise - leftPaise;
  const inProgressPaise = pendingPaise < spentPaise ? pendingPaise : spentPaise;
  return {
    paidPaise,
    refundedPaise: spentPaise - inProgressPaise,
    inProgressPaise,
    manualPaise: 0n,
    requestedPaise: 0n,
    leftPaise,
    mayCountTwicePaise: 0n,
    outside: reported === null ? null : outsideRefunds(paidPaise, reported, intents),
    source: "ledger",
  };
}

/** The part of a reported balance that no refund made here explains; null where refunds accepted since leave no room for it. */
function outsideRefunds(
  paidPaise: bigint,
  { remainingPaise, reportedAtMs }: ReportedRemaining,
  intents: readonly RefundIntent[],
): OutsideRefunds | null {
  const counted = intents.filter((intent) => wasCounted(intent, reportedAtMs));
  const amountPaise = paidPaise - remainingPaise - sum(counted);
  const accepted = intents.filter((intent) => !isOpen(intent) && countsAgainstBalance(intent));
  return amountPaise > 0n && amountPaise <= paidPaise - sum(accepted) ? { amountPaise, reportedAtMs } : null;
}

/**
 * Whether the service counted a refund made here when it reported its balance. One that was decided before, and that the service
 * accepted after all since, was not: the report may be its own refusal's.
 */
function wasCounted(intent: RefundIntent, reportedAtMs: number): boolean {
  if (intent.recordedAtMs > reportedAtMs) return false;
  const { refundStatus, completedAt, lateSuccessSeenAt, countedAtMs } = intent;
  if (lateSuccessSeenAt === null && countedAtMs !== null && countedAtMs > reportedAtMs) return false;
  if (refundStatus === "FAILURE") {
    const hadFailed = completedAt === null || completedAt.getTime() <= reportedAtMs;
    return hadFailed ? wasPaidLateBy(intent, reportedAtMs) : true;
  }
  return countsAgainstBalance(intent);
}

function wasPaidLateBy({ lateSuccessSeenAt, countedAtMs }: RefundIntent, reportedAtMs: number): boolean {
  return lateSuccessSeenAt !== null && (countedAtMs === null || countedAtMs <= reportedAtMs);
}

/** The balance by the best source there is, less what the dashboard has reserved. */
export function balanceOf(facts: {
  paidPaise: bigint;
  /** Null when the service offers no balance. */
  service: ServiceBalance | null;
  reported: ReportedRemaining | null;
  holds: Reservations;
}): RefundBalanceSplit {
  const { paidPaise, service, reported, holds } = facts;
  const balance =
    service === null
      ? balanceFromLedger(paidPaise, reported, holds.intents)
      : balanceFromService(paidPaise, service, holds.intents);
  return lessReserved(balance, holds);
}

/**
 * Manual refunds and refund requests are parts of their own. Amounts that await approval count as in progress: no other refund can use
 * them meanwhile.
 */
export function lessReserved(
  balance: RefundBalanceSplit,
  holds: Omit<Reservations, "intents">,
): RefundBalanceSplit {
  const { awaitingPaise, approvedPaise, manualPaise, requestedPaise } = holds;
  const afterManualPaise = atLeastZero(balance.leftPaise - manualPaise);
  const afterApprovalsPaise = atLeastZero(afterManualPaise - awaitingPaise - approvedPaise);
  const leftPaise = atLeastZero(afterApprovalsPaise - requestedPaise);
  return {
    ...balance,
    leftPaise,
    manualPaise: balance.leftPaise - afterManualPaise,
    inProgressPaise: balance.inProgressPaise + (afterManualPaise - afterApprovalsPaise),
    requestedPaise: afterApprovalsPaise - leftPaise,
  };
}

export function presentBalance(balance: RefundBalanceSplit): BalanceView {
  return {
    paid: formatPaise(balance.paidPaise),
    refunded: formatPaise(balance.refundedPaise),
    inProgress: formatPaise(balance.inProgressPaise),
    manual: balance.manualPaise === 0n ? null : formatPaise(balance.manualPaise),
    requested: balance.requestedPaise === 0n ? null : formatPaise(balance.requestedPaise),
    left: formatPaise(balance.leftPaise),
    mayCountTwice: balance.mayCountTwicePaise === 0n ? null : formatPaise(balance.mayCountTwicePaise),
    outside: presentOutside(balance.outside),
    source: balance.source,
  };
}

export function presentOutside(outside: OutsideRefunds | null): OutsideRefundsView | null {
  if (outside === null) return null;
  const { amountPaise, reportedAtMs } = outside;
  return { amount: formatPaise(amountPaise), reportedAt: new Date(reportedAtMs).toISOString() };
}

function sum(intents: readonly RefundIntent[]): bigint {
  return intents.reduce((total, intent) => total + intent.amountPaise, 0n);
}

function atLeastZero(amountPaise: bigint): bigint {
  return amountPaise < 0n ? 0n : amountPaise;
}
