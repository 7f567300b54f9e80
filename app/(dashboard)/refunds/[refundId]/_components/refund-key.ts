import type { QueryKey } from "@tanstack/react-query";

/** The query key of the server's data and of the browser's polls. */
export function refundQueryKey(refundId: string): QueryKey {
  return ["refund", refundId];
}
