import type { QueryKey } from "@tanstack/react-query";
import { PAYMENT_SCHEDULE } from "@/components/live/polling";
import type { Tracked } from "@/components/live/tracked";
import { useTracked } from "@/components/live/use-tracked";
import { paths } from "@/lib/paths";
import type { PaymentLookup } from "@/lib/payments/payment-view";
import { mayStillChange } from "./may-still-change";

export function paymentsQueryKey(reference: string): QueryKey {
  return ["payments", reference];
}

function canChange({ known }: Tracked<PaymentLookup>): boolean {
  return known !== null && mayStillChange(known.payments, known.checkedAt);
}

/** The payments of a reference, polled while they can still change. */
export function usePayments(reference: string) {
  return useTracked<PaymentLookup>({
    queryKey: paymentsQueryKey(reference),
    path: paths.api.payments(reference),
    schedule: PAYMENT_SCHEDULE,
    seed: reference,
    keepsPolling: canChange,
  });
}
