/** Exports of the refunds domain for other subjects. */
export { balanceFromLedger, balanceFromService, lessAwaiting, presentBalance } from "./refund-balance";
export { type RefundIntent, isOpen, presentIntent } from "./refund-intent";
