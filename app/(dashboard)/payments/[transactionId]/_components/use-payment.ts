import { PAYMENT_SCHEDULE } from "@/components/live/polling";
import type { Tracked } from "@/components/live/tracked";
import { useTracked } from "@/components/live/use-tracked";
import { isTerminalRefund } from "@/lib/contract/statuses";
import type { PaymentDetailLookup } from "@/lib/payments/payment-detail-view";
import { paths } from "@/lib/paths";
import { paymentQueryKey } from "./payment-query-key";

/** True while it can be paid, while a reversal is in progress, and while the outcome of a refund is unknown. */
function canChange({ known }: Tracked<PaymentDetailLookup>): boolean {
  if (known === null) return false;
  const { payment, refunds, openIntents, more } = known.detail;
  return (
    payment.status === "INITIATED" ||
    openIntents.length > 0 ||
    refunds.some((refund) => !isTerminalRefund(refund.status)) ||
    (more?.reversals.some((reversal) => !isTerminalRefund(reversal.status)) ?? false)
  );
}

/** One payment, polled for as long as anything about it can change. */
export function usePayment(transactionId: string, reference: string | null) {
  return useTracked<PaymentDetailLookup>({
    queryKey: paymentQueryKey(transactionId),
    path: paths.api.payment(transactionId, reference ?? undefined),
    schedule: PAYMENT_SCHEDULE,
    seed: transactionId,
    keepsPolling: canChange,
  });
}
