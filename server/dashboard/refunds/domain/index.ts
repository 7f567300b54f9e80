/** Exports of the refunds domain for other subjects. */
export { keptRefundQuery, readRefundFilter, REFUND_QUERY_FIELDS } from "./refund-filter";
export { balanceOf, presentBalance } from "./refund-balance";
export { type RefundIntent, isOpen, presentIntent } from "./refund-intent";
