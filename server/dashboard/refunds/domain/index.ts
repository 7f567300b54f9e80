/** Exports of the refunds domain for other subjects. */
export { type AllowedRefund, mayRefund } from "./may-refund";
export { keptRefundQuery, readRefundFilter } from "./refund-filter";
export { balanceOf, type OutsideRefunds, presentBalance, presentOutside } from "./refund-balance";
export { failureOf, type RefundIntent, isOpen, presentIntent } from "./refund-intent";
