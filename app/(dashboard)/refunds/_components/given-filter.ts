import type { RefundFilterField } from "@/lib/refunds/refund-list-views";

/** A filter as its address has it, right or wrong; only the status can stand there several times. */
export type GivenFilter = Readonly<
  Partial<Record<Exclude<RefundFilterField, "status"> | "view" | "zone", string>> & {
    status?: string | readonly string[];
  }
>;
