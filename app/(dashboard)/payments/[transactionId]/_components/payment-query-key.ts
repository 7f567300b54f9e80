import type { QueryKey } from "@tanstack/react-query";

export function paymentQueryKey(transactionId: string): QueryKey {
  return ["payment", transactionId];
}
