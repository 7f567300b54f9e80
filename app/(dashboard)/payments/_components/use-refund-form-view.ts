"use client";

import { useQuery } from "@tanstack/react-query";
import { fetchView } from "@/components/live/fetch-view";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { RefundFormView } from "@/lib/refunds/refund-form-view";

/**
 * What a refund starts from, read anew each time the dialog opens: a balance from an earlier look could be one that
 * somebody else has used up since.
 */
export function useRefundFormView({ reference, transactionId }: PaymentView) {
  const query = useQuery({
    queryKey: ["refund-form", reference, transactionId],
    queryFn: ({ signal }) =>
      fetchView<RefundFormView>(paths.api.refundForm(reference, transactionId), signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  return { view: query.data, error: query.error, refetch: () => void query.refetch() };
}
