/** Exports of the store of manual refunds for other subjects. */
export { MANUAL_REFUND_WORK } from "./manual-refund-work";
export { listManualRefundsOf } from "./manual-refunds";
