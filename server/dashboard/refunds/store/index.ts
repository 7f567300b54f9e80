/** Exports of the refunds store for other subjects. */
export {
  findIntent,
  findIntentByRefund,
  newestPayments,
  listIntentsOfPayment,
  askForOpenIntents,
  listOpenIntentsOf,
  paymentsRefundedBefore,
} from "./refund-intents";
export {
  listOwnPayments,
  type OwnRefunds,
  sumManualRefundsOfEach,
  sumOwnOfEach,
  sumRefundsOf,
  sumUnapproved,
} from "./held-amounts";
export { lockLedger, readLedger } from "./refund-ledgers";
export {
  countOpenRefundAges,
  countRefundEnds,
  type OpenRefunds,
  sumByReason,
  sumOpenRefunds,
} from "./refund-counts";
export { pauseRunsFromBackup, takeRelease, takeRestore } from "./restored-backup";
export { countPending, findTracked } from "./tracked-refunds";
export { notifyLateRefunds } from "./late-refunds";
export { notifyUnknownRefunds } from "./notify-refund";
export { REFUND_WORK } from "./refund-work";
