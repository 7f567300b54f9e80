import type { RefundFilterField } from "@/lib/refunds/refund-list-views";

/** The filters of a list of refunds; `view` selects the list, and `zone` is the time zone of the days. */
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

/** A filter as in its address, valid or not; only the status can occur several times. */
export type GivenFilter = Readonly<
  Partial<Record<Exclude<RefundFilterField, "status"> | "view" | "zone" | "columns", string>> & {
    status?: string | readonly string[];
  }
>;
