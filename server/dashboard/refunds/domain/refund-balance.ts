import { formatPaise } from "@/lib/money";
import type { BalanceView } from "@/lib/refunds/balance-view";
import { countsAgainstBalance, isOpen, type RefundIntent } from "./refund-intent";

/** What the service says of a payment's balance, and when it was asked. */
export type ServiceBalance = {
  refundedPaise: bigint;
  inProgressPaise: bigint;
  remainingPaise: bigint;
  askedAt: Date;
};

/** What a refusal told of the remaining balance (specification 7), for services without the ops extension. */
export type ReportedRemaining = { remainingPaise: bigint; reportedAt: Date };

/** paid = refunded + in progress + left, in paise, unless more was refunded than was paid; none is negative. */
export type RefundBalanceSplit = {
  paidPaise: bigint;
  refundedPaise: bigint;
  inProgressPaise: bigint;
  leftPaise: bigint;
  /** Of open outcome, reserved on top of what the service counts, which may hold it already. */
  mayCountTwicePaise: bigint;
  source: BalanceView["source"];
};

/**
 * How long a told balance counts. A refund made elsewhere may fail and return its amount without our hearing of it; after
 * this the service is asked again, by trying.
 */
const TOLD_HOLDS_MS = 60 * 60_000;

/**
 * The balance by the service's own count, less what it cannot know yet: refunds of open outcome, and refunds that it took
 * after it was asked. One of open outcome may be in its count already; then it is reserved twice until it is known,
 * which errs on the side of not refunding.
 */
export function balanceFromService(
  paidPaise: bigint,
  service: ServiceBalance,
  intents: readonly RefundIntent[],
): RefundBalanceSplit {
  const reservedPaise = sum(intents.filter((intent) => isUnknownToService(intent, service.askedAt)));
  const leftPaise = atLeastZero(service.remainingPaise - reservedPaise);
  return {
    paidPaise,
    refundedPaise: service.refundedPaise,
    // More may have been refunded than was paid: what failed and was refunded again was paid by its gateway after all.
    inProgressPaise: atLeastZero(paidPaise - service.refundedPaise - leftPaise),
    leftPaise,
    mayCountTwicePaise: sum(intents.filter((intent) => intent.state === "UNKNOWN")),
    source: "service",
  };
}

function isUnknownToService(intent: RefundIntent, askedAt: Date): boolean {
  if (isOpen(intent)) return true;
  if (intent.state !== "ACCEPTED" || intent.refundStatus === "FAILURE") return false;
  return intent.answeredAt !== null && intent.answeredAt >= askedAt;
}

/**
 * The balance by the dashboard's own ledger: paid less every refund made here that has not failed, and never more than
 * the service last told less what was asked for since. What is missing then was refunded elsewhere.
 */
export function balanceFromLedger(
  paidPaise: bigint,
  told: ReportedRemaining | null,
  intents: readonly RefundIntent[],
  now: Date,
): RefundBalanceSplit {
  const holding = intents.filter(countsAgainstBalance);
  const ownLeftPaise = atLeastZero(paidPaise - sum(holding));
  const reportedLeftPaise = reportedLeft(told, intents, now);
  const leftPaise =
    reportedLeftPaise !== null && reportedLeftPaise < ownLeftPaise ? reportedLeftPaise : ownLeftPaise;
  const underWay = holding.filter(
    (intent) => intent.refundStatus !== "SUCCESS" && intent.lateSuccessSeenAt === null,
  );
  const underWayPaise = sum(underWay);
  const spentPaise = paidPaise - leftPaise;
  const inProgressPaise = underWayPaise < spentPaise ? underWayPaise : spentPaise;
  return {
    paidPaise,
    refundedPaise: spentPaise - inProgressPaise,
    inProgressPaise,
    leftPaise,
    mayCountTwicePaise: 0n,
    source: "ledger",
  };
}

function reportedLeft(
  told: ReportedRemaining | null,
  intents: readonly RefundIntent[],
  now: Date,
): bigint | null {
  if (told === null || now.getTime() - told.reportedAt.getTime() > TOLD_HOLDS_MS) return null;
  const since = intents.filter(
    (intent) => countsAgainstBalance(intent) && isTakenSince(intent, told.reportedAt),
  );
  const returned = intents.filter(
    (intent) =>
      intent.requestedAt <= told.reportedAt &&
      intent.refundStatus === "FAILURE" &&
      intent.lateSuccessSeenAt === null &&
      intent.completedAt !== null &&
      intent.completedAt > told.reportedAt,
  );
  return atLeastZero(told.remainingPaise - sum(since) + sum(returned));
}

/** Whether the service cannot have counted it in what it told at a time: requested later, or failed by then and found paid later. */
function isTakenSince(
  { requestedAt, completedAt, lateSuccessSeenAt }: RefundIntent,
  reportedAt: Date,
): boolean {
  if (requestedAt > reportedAt) return true;
  return (
    lateSuccessSeenAt !== null &&
    lateSuccessSeenAt > reportedAt &&
    completedAt !== null &&
    completedAt <= reportedAt
  );
}

/** What waits for a second person's approval is in progress too: nobody else can have it meanwhile. */
export function lessAwaiting(balance: RefundBalanceSplit, awaitingPaise: bigint): RefundBalanceSplit {
  const leftPaise = atLeastZero(balance.leftPaise - awaitingPaise);
  return {
    ...balance,
    leftPaise,
    inProgressPaise: balance.inProgressPaise + (balance.leftPaise - leftPaise),
  };
}

export function presentBalance(balance: RefundBalanceSplit): BalanceView {
  return {
    paid: formatPaise(balance.paidPaise),
    refunded: formatPaise(balance.refundedPaise),
    inProgress: formatPaise(balance.inProgressPaise),
    left: formatPaise(balance.leftPaise),
    mayCountTwice: balance.mayCountTwicePaise === 0n ? null : formatPaise(balance.mayCountTwicePaise),
    source: balance.source,
  };
}

function sum(intents: readonly RefundIntent[]): bigint {
  return intents.reduce((total, intent) => total + intent.amountPaise, 0n);
}

function atLeastZero(amountPaise: bigint): bigint {
  return amountPaise < 0n ? 0n : amountPaise;
}
