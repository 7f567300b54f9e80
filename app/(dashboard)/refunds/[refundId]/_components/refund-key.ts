import type { QueryKey } from "@tanstack/react-query";

/** What the server's paint and the browser's looks are kept under. */
export function refundQueryKey(refundId: string): QueryKey {
  return ["refund", refundId];
}
