import { isTerminalRefund } from "@/lib/contract/statuses";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";

/** Whether a look at a refund asked for here can still bring something new. */
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

/** Whether it has ended and no money went back, so that it may be asked for anew. One that was paid late has left (0213). */
export function hasFailed(intent: RefundIntentView): boolean {
  return (
    intent.state === "REFUSED" ||
    intent.state === "NOT_SENT" ||
    (intent.state === "ACCEPTED" && intent.refundStatus === "FAILURE" && !intent.wasPaidLate)
  );
}
