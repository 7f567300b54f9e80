import type { QueryKey } from "@tanstack/react-query";
import { PAYMENT_SCHEDULE } from "@/components/live/polling";
import type { Tracked } from "@/components/live/tracked";
import { useTracked } from "@/components/live/use-tracked";
import { paths } from "@/lib/paths";
import type { PaymentLookup } from "@/lib/views";

export function paymentsQueryKey(reference: string): QueryKey {
  return ["payments", reference];
}

/** Only the newest record can still move: an older one never leaves its state through this reference. */
function latestIsInitiated({ known }: Tracked<PaymentLookup>): boolean {
  return known?.payments.some((payment) => payment.isLatest && payment.status === "INITIATED") ?? false;
}

/** The records of a reference, live while the newest is INITIATED. */
export function usePayments(reference: string) {
  return useTracked<PaymentLookup>({
    queryKey: paymentsQueryKey(reference),
    path: paths.api.payments(reference),
    schedule: PAYMENT_SCHEDULE,
    seed: reference,
    keepsLooking: latestIsInitiated,
  });
}
