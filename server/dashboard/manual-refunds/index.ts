/** Exports of manual refunds for other subjects. */
export { manualRefundExport } from "./queries/export-manual-refunds";
