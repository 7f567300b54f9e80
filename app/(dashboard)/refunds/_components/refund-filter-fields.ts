import type { RefundFilterField } from "@/lib/refunds/refund-list-views";

/** A filter as in its address, valid or not; only the status can occur several times. */
export type GivenFilter = Readonly<
  Partial<Record<Exclude<RefundFilterField, "status"> | "view" | "zone" | "columns", string>> & {
    status?: string | readonly string[];
  }
>;
