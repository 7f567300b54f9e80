/** Exports of the domain of manual refunds for other subjects. */
export { type ManualRefund, presentManualRefund } from "./manual-refund";
