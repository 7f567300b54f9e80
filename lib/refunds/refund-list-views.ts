import type { RefundStatus } from "../contract/statuses";
import type { RefundIntentView } from "./refund-intent-view";
import type { ServiceError } from "../service-error";

/** The lists of refunds: those asked for here in four cuts, and those that the service has beside them. */
export const REFUND_VIEWS = ["all", "in_progress", "attention", "failed", "elsewhere"] as const;
export type RefundListTab = (typeof REFUND_VIEWS)[number];

/** The service's status of an accepted one, else what is known of the asking. */
export const REFUND_LIST_STATUSES = [
  "SENDING",
  "UNKNOWN",
  "INITIATED",
  "PROCESSING",
  "SUCCESS",
  "FAILURE",
  "REFUSED",
  "NOT_SENT",
] as const;
export type RefundListStatus = (typeof REFUND_LIST_STATUSES)[number];

export type RefundFilterField = "status" | "from" | "until" | "min" | "max" | "by" | "q";
export type RefundFilterFault = "day" | "zone" | "amount" | "unknown" | "text" | "order";

/** `isAgeing`: under way for so long that somebody should ask why. */
export type RefundListRow = RefundIntentView & { isAgeing: boolean };

/** The refunds asked for here that match; keyset paged by `nextCursor`. */
export type RefundListView = {
  refunds: RefundListRow[];
  nextCursor: string | null;
  /** Of all that match, not of this page. */
  totals: { currency: string; count: number; amount: string }[];
};

export type RefundsNeedingAttentionView = { inProgress: number; unknown: number; ageing: number };

/** Refunds that the service has and that nobody asked for here. */
export type OutsideRefundsView =
  | {
      kind: "listed";
      refunds: {
        refundId: string;
        reference: string;
        transactionId: string;
        amount: string;
        status: RefundStatus;
        reason: string | null;
        requestedAt: string;
      }[];
      nextCursor: string | null;
    }
  | { kind: "not_offered" }
  | { kind: "trouble"; trouble: ServiceError };
