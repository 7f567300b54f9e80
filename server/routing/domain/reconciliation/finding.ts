import type { FindingProblem, FindingRecord } from "@/lib/contract/ops/reconciliation";

/** A record that a reconciliation compares with its gateway. */
export type RecordKind = FindingRecord;

export type Problem = FindingProblem;

/** A record as it is on one side. Amounts as text with two decimals; null where that side does not report a value. */
export type RecordFacts = {
  status: string;
  amount: string | null;
  currency: string | null;
  /** The gateway's id of the charge or refund. */
  gatewayId: string | null;
  createdAt: string | null;
  endedAt: string | null;
};

export type Money = { paise: bigint; currency: string };

/**
 * The money at stake: the difference where both sides report an amount in one currency and differ only in it, the
 * gateway's amount where money came that must go back, and else the amount of the record.
 */
export function stakeOf(problem: Problem, here: Money, there: Money | null): Money {
  if (there === null) return here;
  switch (problem) {
    case "amounts_differ": {
      if (here.currency !== there.currency) return here;
      const difference = here.paise - there.paise;
      return { paise: difference < 0n ? -difference : difference, currency: here.currency };
    }
    case "late_money":
    case "other_charge":
      return there;
    case "ended_there":
    case "unpaid_there":
    case "not_refunded_there":
    case "refunded_there":
    case "reversal_failed":
    case "unknown_there":
      return here;
    case "charged_back":
    case "disputed":
      return there.currency === here.currency ? there : here;
  }
}
