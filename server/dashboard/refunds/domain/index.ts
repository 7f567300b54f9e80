/** What other subjects may use of the domain of refunds. */
export { balanceFromLedger, balanceFromService, lessAwaiting, presentBalance } from "./refund-balance";
export { type RefundIntent, isOpen, presentIntent } from "./refund-intent";
