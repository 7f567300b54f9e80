import { isTerminalRefund } from "@/lib/contract/statuses";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";

/** Whether polling a refund made in the dashboard can still bring something new. */
export function intentCanChange(intent: RefundIntentView): boolean {
  switch (intent.state) {
    case "RECORDED":
    case "SENDING":
    case "UNKNOWN":
      return true;
    case "ACCEPTED":
      return intent.refundStatus === null || !isTerminalRefund(intent.refundStatus);
    case "REFUSED":
    case "NOT_SENT":
      return false;
  }
}
