/** Exports of the store of manual refunds for other subjects. */
export { countWaitingManualRefunds, listManualRefundsOf, sumManualRefunds } from "./manual-refunds";
