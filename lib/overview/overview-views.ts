import type { PaymentStatus } from "../contract/statuses";
import type { ServiceError } from "../service-error";

/** What the overview's server hands to its screen. */

export type OverviewStep = { from: string; until: string; counts: Record<PaymentStatus, number> };

export type PaymentTotals = {
  counts: Record<PaymentStatus, number>;
  /** Of 1; null when none has ended. */
  rate: number | null;
  paid: { currency: string; amount: string }[];
};

/** A gateway or a method; null for payments that have none. */
export type OverviewPart = { name: string | null; paid: number; ended: number; rate: number | null };

/** A number that was counted up to a bound: `atLeast` when there may be more. */
export type BoundedCount = { count: number; atLeast: boolean };

export type OverviewPayments =
  | {
      kind: "counted";
      steps: OverviewStep[];
      totals: PaymentTotals;
      byGateway: OverviewPart[];
      byMethod: OverviewPart[];
    }
  | { kind: "not_offered" }
  | { kind: "trouble"; trouble: ServiceError };

/** INITIATED for longer than half an hour; null where the service does not list payments or gave no answer. */
export type OverviewStuck = BoundedCount | null;

export const REFUND_AGES = ["hour", "day", "week", "older"] as const;
export type RefundAge = (typeof REFUND_AGES)[number];

/** How a refund asked for here stands. */
export const REFUND_ENDS = ["SUCCESS", "FAILURE", "open", "unknown", "refused", "not_sent"] as const;
export type RefundEnd = (typeof REFUND_ENDS)[number];

export type OverviewRefunds = {
  /** In progress now, by how long ago they were asked for. `service`: made anywhere; `ledger`: made here. */
  byAge: { source: "service" | "ledger"; ages: Record<RefundAge, number>; atLeast: boolean };
  /** Asked for here within the span. */
  byEnd: Record<RefundEnd, number>;
};

export type OverviewView = {
  payments: OverviewPayments;
  stuck: OverviewStuck;
  refunds: OverviewRefunds;
};
