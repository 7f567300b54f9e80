import type { PaymentStatus } from "../contract/statuses";
import type { RefundReason } from "../reasons/reason";
import type { ServiceError } from "../service-error";

/** The views of the overview screen. */

export type OverviewStep = { from: string; until: string; counts: Record<PaymentStatus, number> };

export type PaymentTotals = {
  counts: Record<PaymentStatus, number>;
  /** A fraction of 1; null when no payment has ended. */
  rate: number | null;
  paid: { currency: string; amount: string }[];
};

/** The period before: its totals, and its payments by step, as many steps as in the period itself. */
export type PeriodBefore = { totals: PaymentTotals; sums: number[] };

/** A gateway or a method; null for payments without one. */
export type OverviewPart = { name: string | null; paid: number; ended: number; rate: number | null };

/** A count up to a limit: `atLeast` when there may be more. */
export type BoundedCount = { count: number; atLeast: boolean };

export type OverviewPayments =
  | {
      kind: "counted";
      steps: OverviewStep[];
      totals: PaymentTotals;
      /** Null when it could not be read. */
      before: PeriodBefore | null;
      byGateway: OverviewPart[];
      byMethod: OverviewPart[];
    }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError };

/** INITIATED for longer than half an hour; null where the service does not list payments or gave no response. */
export type OverviewStuck = BoundedCount | null;

export const REFUND_AGES = ["hour", "day", "week", "older"] as const;
export type RefundAge = (typeof REFUND_AGES)[number];

/** The statuses of a refund made in the dashboard. */
export const REFUND_ENDS = [
  "SUCCESS",
  "paid_late",
  "FAILURE",
  "open",
  "unknown",
  "refused",
  "not_sent",
] as const;
export type RefundEnd = (typeof REFUND_ENDS)[number];

/** The refunds of a listed reason; null for those without one. */
export type RefundReasonCount = {
  reason: Pick<RefundReason, "code" | "name" | "nameHi"> | null;
  count: number;
  sums: { currency: string; amount: string }[];
};

export type OverviewRefunds = {
  /** Refunds in progress now, by age. `service`: made anywhere; `ledger`: made in the dashboard. */
  byAge: { source: "service" | "ledger"; ages: Record<RefundAge, number>; atLeast: boolean };
  /** Requested in the dashboard within the period. */
  byEnd: Record<RefundEnd, number>;
  /** Requested in the dashboard within the period, most frequent first. */
  byReason: RefundReasonCount[];
};

/**
 * What routing by success rates gained within a week. `gain`: fractions of 1; null while the payments are too few. `basis`: what
 * it is compared with (decision 0321); null only without a gain.
 */
export type OverviewGain = {
  payments: number;
  compared: number;
  gain: { difference: number; low: number; high: number } | null;
  basis: "earlier" | "equal" | "mixed" | null;
};

export type OverviewView = {
  payments: OverviewPayments;
  /** Null where no rule decided by success rates, it could not be read, or the person may not see gateways. */
  gain: OverviewGain | null;
  stuck: OverviewStuck;
  refunds: OverviewRefunds;
};
