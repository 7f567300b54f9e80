import type { BulkFault } from "@/lib/bulk";
import type { PaymentView } from "@/lib/payments/payment-view";

type SentCancelEnd = { state: "done" | "refused" | "unknown"; faults: BulkFault[] };

/**
 * The result of a row whose cancel was sent, by its payment as read afterwards. The service cancels the newest payment of a
 * reference (specification 4.3), so one that is newer now may have been cancelled instead (0261).
 */
export function endOfSentCancel({
  status,
  isLatest,
}: Pick<PaymentView, "status" | "isLatest">): SentCancelEnd {
  if (status === "CANCELLED") return { state: "done", faults: [] };
  const newer: BulkFault[] = isLatest ? [] : [{ kind: "newer_may_be_cancelled" }];
  return status === "INITIATED"
    ? { state: "unknown", faults: newer }
    : { state: "refused", faults: [{ kind: "status", status }, ...newer] };
}
