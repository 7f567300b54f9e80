/** Exports of the refunds store for other subjects. */
export { findDuplicateRefunds } from "./duplicate-refunds";
export { findIntent, findIntentByRefund, listIntentsOfPayment } from "./refund-intents";
export { lockLedger, readLedger } from "./refund-ledgers";
export { countOpenRefundAges, countRefundEnds } from "./refund-overview";
export { type OpenRefunds, sumOpenRefunds } from "./open-refunds";
export { pauseRunsFromBackup, takeRelease, takeRestore } from "./restored-backup";
export { countPending } from "./tracked-refunds";
