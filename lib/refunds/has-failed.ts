import type { RefundIntentView } from "./refund-intent-view";

/** Whether it has ended and no money was sent back, so that it may be refunded again. Not one that was paid late (0213). */
export function hasFailed(intent: RefundIntentView): boolean {
  return (
    intent.state === "REFUSED" ||
    intent.state === "NOT_SENT" ||
    (intent.state === "ACCEPTED" && intent.refundStatus === "FAILURE" && !intent.wasPaidLate)
  );
}
