import type { RefundStatus } from "../contract/statuses";
import type { RefundIntentView } from "./refund-intent-view";
import type { ServiceError } from "../service-error";

/** The lists of refunds: four cuts of those made in the dashboard, and those made outside it. */
export const REFUND_VIEWS = ["all", "in_progress", "attention", "failed", "elsewhere"] as const;
export type RefundListTab = (typeof REFUND_VIEWS)[number];

/** The service's status of an accepted one, unless it failed and was paid late (decision 0213); else the state of the intent. */
export const REFUND_LIST_STATUSES = [
  "SENDING",
  "UNKNOWN",
  "INITIATED",
  "PROCESSING",
  "SUCCESS",
  "FAILURE",
  "PAID_LATE",
  "REFUSED",
  "NOT_SENT",
] as const;
export type RefundListStatus = (typeof REFUND_LIST_STATUSES)[number];

/** Days up to today: a schedule and a link keep their meaning. */
export const REFUND_RANGES = ["today", "yesterday", "7d", "30d"] as const;
export type RefundRange = (typeof REFUND_RANGES)[number];

/** The fields of a filter of refunds. */
export const REFUND_FILTER_FIELDS = [
  "status",
  "range",
  "from",
  "until",
  "min",
  "max",
  "by",
  "reason",
  "q",
] as const;
export type RefundFilterField = (typeof REFUND_FILTER_FIELDS)[number];
/** The fields of a list's address: `view` selects the list, and `zone` is the time zone of the days. */
export const REFUND_QUERY_FIELDS = ["view", ...REFUND_FILTER_FIELDS, "zone"] as const;

export type RefundFilterFault = "day" | "zone" | "amount" | "unknown" | "text" | "order";

/** How many refunds a page shows, and so how many can be selected. */
export const REFUNDS_PER_PAGE = 50;

/** `isAgeing`: pending for so long that a person should look into it. */
export type RefundListRow = RefundIntentView & { isAgeing: boolean };

/** The matching refunds made in the dashboard; keyset paged by `nextCursor`. */
export type RefundListView = {
  refunds: RefundListRow[];
  nextCursor: string | null;
  readAt: string;
  /** The totals cover all that match, not only this page. */
  totals: { currency: string; count: number; amount: string }[];
};

/** What has become of a page of the list since it was read. `newer`: how many newer ones match, at most a page of them. */
export type LiveRefundsView = {
  kind: "live";
  rows: RefundListRow[];
  newer: number;
  /** When the newest of them was requested. */
  newestAt: string | null;
};

export type RefundsNeedingAttentionView = { inProgress: number; unknown: number; ageing: number };

/** Refunds that the service has and that were made outside the dashboard. */
export type OutsideRefundsView =
  | {
      kind: "listed";
      refunds: {
        refundId: string;
        reference: string;
        transactionId: string;
        amount: string;
        status: RefundStatus;
        wasPaidLate: boolean;
        reason: string | null;
        requestedAt: string;
      }[];
      nextCursor: string | null;
    }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError };
