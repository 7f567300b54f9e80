"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchView } from "@/components/live/fetch-view";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { RefundFormView } from "@/lib/refunds/refund-form-view";

/**
 * The data a refund starts from, fetched each time the dialog opens: another person may have refunded since, so an
 * earlier balance could be too high.
 */
export function useRefundFormView(
  { reference, transactionId }: PaymentView,
  filled: { again?: string | undefined; request?: string | undefined },
) {
  const query = useQuery({
    queryKey: ["refund-form", reference, transactionId, filled.again, filled.request],
    queryFn: ({ signal }) =>
      fetchView<RefundFormView>(paths.api.refundForm(reference, transactionId, filled), signal),
    staleTime: Infinity,
    gcTime: 0,
    // The form keeps what was typed while a request is chosen that it fulfils.
    placeholderData: keepPreviousData,
  });
  return { view: query.data, error: query.error, refetch: () => void query.refetch() };
}
