import type { QueryKey } from "@tanstack/react-query";
import { REFUND_SCHEDULE } from "@/components/live/polling";
import type { Tracked } from "@/components/live/tracked";
import { useTracked } from "@/components/live/use-tracked";
import { paths } from "@/lib/paths";
import type { RefundLookup } from "@/lib/views";

export function refundQueryKey(refundId: string): QueryKey {
  return ["refund", refundId];
}

/** Section 4.5: until `refund_completed_at` is set, then never again. An id that nobody knows is final too. */
export function refundIsOpen({ answer, known }: Tracked<RefundLookup>): boolean {
  if (known !== null) return known.refund.completedAt === null;
  return answer.kind === "trouble";
}

/** One refund, live until it is completed. */
export function useRefund(refundId: string) {
  return useTracked<RefundLookup>({
    queryKey: refundQueryKey(refundId),
    path: paths.api.refund(refundId),
    schedule: REFUND_SCHEDULE,
    seed: refundId,
    keepsLooking: refundIsOpen,
  });
}
