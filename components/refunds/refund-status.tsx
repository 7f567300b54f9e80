export { RefundIntentBadge } from "./refund-intent-badge";
export { RefundStatusBadge, refundStatusMeaning } from "./refund-status-badge";
